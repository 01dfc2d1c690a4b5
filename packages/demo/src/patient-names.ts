const words = (text: string): readonly string[] => text.split(/\s*,\s*/);

/** First names of the region, most common first, including accents, hyphens and second names. */
export const WOMEN = words(
  'Mary, Patricia, Jennifer, Linda, Elizabeth, Barbara, Susan, Jessica, Karen, Sarah, Lisa, Nancy, Sandra, Ashley, ' +
    'Emily, Kimberly, Donna, Michelle, Carol, Amanda, Melissa, Deborah, Stephanie, Rebecca, Laura, Sharon, Cynthia, Dorothy, ' +
    'Amy, Kathleen, Angela, Shirley, Brenda, Pamela, Latoya, Keisha, Nicole, Ruth, Denise, Tamika, Ebony, Aaliyah, María, ' +
    'Sofía, Guadalupe, Ana Lucía, Zoë, Renée, Chloé, Siobhán, Mary-Kate, Anne-Marie, Jo Ann, Thuy, Mei, Ji-woo, Priya, ' +
    'Lakshmi, Fatima, Aisha, Oluwaseun, Ngozi, Svetlana, Agnieszka, Yolanda, Consuelo, Beatriz, Hannah, Abigail, Grace',
);
export const MEN = words(
  'James, Robert, John, Michael, David, William, Richard, Joseph, Thomas, Christopher, Charles, Daniel, Matthew, Anthony, ' +
    'Mark, Donald, Steven, Andrew, Paul, Joshua, Kenneth, Kevin, Brian, Timothy, Ronald, Jason, George, Edward, Jeffrey, Ryan, ' +
    'Jacob, Nicholas, Gary, Eric, Jonathan, Stephen, Larry, Justin, Scott, Brandon, Benjamin, Samuel, Gregory, Darnell, Tyrone, ' +
    'DeShawn, Marquis, José, Jesús, Andrés, Juan Carlos, Raúl, François, Jürgen, Seán, Jean-Paul, Minh, Wei, Hyun-woo, ' +
    'Arjun, Sanjay, Mohammed, Yusuf, Chukwuemeka, Kwame, Dmitri, Paweł, Liam, Noah, Elijah, Walter, Harold, Leroy, Earl',
);

/** Last names, most common first. */
export const FAMILIES = words(
  "Smith, Johnson, Williams, Brown, Jones, Davis, Miller, Wilson, Moore, Taylor, Jackson, Thomas, White, Harris, O'Brien, Thompson, Garcia, " +
    'Martinez, Robinson, Clark, Rodríguez, Lewis, Lee, Walker, Hall, Allen, Young, Hernández, King, Wright, López, Hill, Scott, ' +
    'Green, Adams, Baker, González, Nelson, Carter, Mitchell, Pérez, Roberts, Turner, Phillips, Campbell, Parker, Evans, Edwards, ' +
    "Collins, Stewart, Nguyen, Morris, Murphy, Cook, Rogers, Morgan, Cooper, Reed, Bailey, Kelly, Howard, Kim, Cox, O'Connor, Ward, " +
    'Richardson, Watson, Brooks, Wood, James, Bennett, Gray, Mendoza, Ruiz, Hughes, Price, Álvarez, Castillo, Sanders, Patel, Myers, Ross, ' +
    "Foster, Jiménez, Powell, Jenkins, Perry, Russell, Sullivan, Coleman, Butler, Henderson, Barnes, Fisher, O'Malley, Vásquez, " +
    'Simmons, Graham, Murray, Ford, Castro, Marshall, Owens, Harrison, McDonald, Woods, Washington, Kennedy, Wells, Chen, Ryan, Schmidt, ' +
    "Núñez, Muñoz, de la Cruz, D'Angelo, van der Berg, St. Clair, Smith-Jones, García-López, Okonkwo, Adeyemi, Kowalski, " +
    'Müller, Lindström, Petrović, Tran, Pham, Singh, Khan, Hassan, Cohen, Rosenberg, Weiß, Fitzgerald, MacLeod, Calvert, Carroll, Tydings',
);

/** Insurers as patients name them. */
export const INSURERS = words(
  'CareFirst BlueCross BlueShield, UnitedHealthcare, Aetna, Cigna, Kaiser Permanente, Maryland Medicaid, ' +
    'Johns Hopkins EHP, Humana, TRICARE, Priority Partners, Amerigroup',
);

/** Towns around the demo offices, nearest first. */
export const PLACES: readonly { readonly city: string; readonly zipCodes: readonly string[] }[] = [
  { city: 'Baltimore', zipCodes: ['21224', '21201', '21218', '21230', '21212', '21239-3312', '21215'] },
  { city: 'Annapolis', zipCodes: ['21401', '21403', '21409-5120'] },
  { city: 'Columbia', zipCodes: ['21044', '21045', '21046'] },
  { city: 'Towson', zipCodes: ['21204', '21286'] },
  { city: 'Dundalk', zipCodes: ['21222'] },
  { city: 'Ellicott City', zipCodes: ['21042', '21043-4512'] },
  { city: 'Glen Burnie', zipCodes: ['21060', '21061'] },
  { city: 'Catonsville', zipCodes: ['21228'] },
  { city: 'Essex', zipCodes: ['21221'] },
  { city: 'Severna Park', zipCodes: ['21146'] },
  { city: 'Owings Mills', zipCodes: ['21117'] },
  { city: 'Bel Air', zipCodes: ['21014', '21015-1102'] },
  { city: 'Pasadena', zipCodes: ['21122'] },
  { city: 'Laurel', zipCodes: ['20707', '20708'] },
  { city: 'Havre de Grace', zipCodes: ['21078'] },
];
export const STREETS = words(
  'Eastern Avenue, Maple Street, Light Street, Church Lane, Harford Road, York Road, Charles Street, Chesapeake Avenue, Frederick Road, ' +
    'Oak Hill Drive, Liberty Heights Avenue, Old Mill Court, Bay Ridge Avenue, Bellona Avenue, Pratt Street, Dogwood Circle, ' +
    'Governor Ritchie Highway, Edmondson Avenue, Thames Street, Severn Way',
);
