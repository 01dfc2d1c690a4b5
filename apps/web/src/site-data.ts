/** What to do in a browser that blocks site data. */
const BLOCKED =
  'The portal needs to store data in this browser, and the browser does not allow it. Allow cookies and site data for this address in the settings of the browser, then reload this page.';

// Other modules read the storage when they load. They cannot start without it, so this runs before them.
try {
  void [localStorage.length, sessionStorage.length];
} catch (error) {
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.style.cssText =
    'max-width: 32rem; margin: 20vh auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif';
  text.textContent = BLOCKED;
  document.getElementById('root')?.replaceChildren(text);
  throw error;
}
