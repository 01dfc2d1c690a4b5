import { Tooltip, type TooltipProps } from '@mui/material';
import {
  cloneElement,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type HTMLAttributes,
  type ReactElement,
  type Ref,
  type SyntheticEvent,
} from 'react';
import { flushSync } from 'react-dom';

type Target = HTMLElement | SVGElement;

interface LazyTooltipProps extends Omit<TooltipProps, 'children' | 'title'> {
  /** No tooltip if blank. */
  readonly title: string;
  /** An element without its own handlers for the pointer, the focus and touches. */
  readonly children: ReactElement<HTMLAttributes<Target>>;
}

interface Start {
  readonly target: Target;
  /** The type of the event that asked for the tooltip first. */
  readonly type: string;
}

/**
 * MUI's tooltip, created when the pointer, the focus or a touch first reaches the element: a list has dozens of tooltips, and
 * most never open.
 */
export function LazyTooltip({ title, children, ...options }: LazyTooltipProps) {
  const [start, setStart] = useState<Start | null>(null);
  // Synchronous, so that the tooltip also gets the next event, such as the pointer leaving.
  const begin = ({ currentTarget, nativeEvent }: SyntheticEvent<Target>) =>
    flushSync(() => setStart({ target: currentTarget, type: nativeEvent.type }));
  const props: HTMLAttributes<Target> = {};
  if (title !== '' && options.describeChild !== true) props['aria-label'] = title;
  if (title !== '' && start === null) {
    Object.assign(props, { onMouseOver: begin, onFocus: begin, onTouchStart: begin });
    if (options.describeChild === true) props.title = title;
  }
  return (
    <>
      {cloneElement(children, { ...props, ...children.props })}
      {start === null ? null : (
        <Tooltip {...options} title={title}>
          <Trigger start={start} />
        </Tooltip>
      )}
    </>
  );
}

const CLONE_MARK = 'data-mui-internal-clone-element';

type Listener = (event: Event) => void;

/** What MUI's tooltip gives its child. */
interface TriggerProps {
  readonly start: Start;
  readonly ref?: Ref<Target>;
  readonly title?: string | null;
  readonly 'aria-describedby'?: string | null;
  /** Set in development, where MUI checks that its child passes properties on. */
  readonly [CLONE_MARK]?: boolean;
  readonly onMouseOver?: Listener;
  readonly onMouseLeave?: Listener;
  readonly onFocus?: Listener;
  readonly onBlur?: Listener;
  readonly onTouchStart?: Listener;
  readonly onTouchEnd?: Listener;
}

/** The child of MUI's tooltip in place of the element: passes the element's events on, and sets its description. */
function Trigger(props: TriggerProps) {
  const { ref, start, title, 'aria-describedby': describedBy, [CLONE_MARK]: isMarked = false } = props;
  const { target, type } = start;
  const latest = useRef(props);
  useImperativeHandle(ref, () => target, [target]);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    if (isMarked) target.setAttribute(CLONE_MARK, 'true');
    setAttribute(target, 'title', title);
    setAttribute(target, 'aria-describedby', describedBy);
  }, [target, title, describedBy, isMarked]);
  useEffect(() => {
    const end = new AbortController();
    const on = (name: string, listener: (now: TriggerProps) => Listener | undefined) =>
      target.addEventListener(name, (event) => listener(latest.current)?.(event), {
        signal: end.signal,
        passive: true,
      });
    on('mouseover', ({ onMouseOver }) => onMouseOver);
    on('mouseleave', ({ onMouseLeave }) => onMouseLeave);
    on('focusin', ({ onFocus }) => onFocus);
    on('focusout', ({ onBlur }) => onBlur);
    on('touchstart', ({ onTouchStart }) => onTouchStart);
    on('touchend', ({ onTouchEnd }) => onTouchEnd);
    target.dispatchEvent(new Event(type));
    return () => end.abort();
  }, [target, type]);
  return null;
}

function setAttribute(target: Target, name: string, value: string | null | undefined): void {
  if (value === undefined || value === null) target.removeAttribute(name);
  else target.setAttribute(name, value);
}
