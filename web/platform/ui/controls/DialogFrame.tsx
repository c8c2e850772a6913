import './dialog.css'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Form } from '../forms/Form.tsx'
import { around, restoreFocus } from './restoreFocus.ts'
import { IconButton } from './IconButton.tsx'
import { registerToastContainer } from '../feedback/toastContainer.ts'
import { Unbroken } from '../tables/Unbroken.tsx'

export type DialogProps = {
  /** Verb and object: "Devolver a Carmen Illescas Mora". */
  title: ReactNode
  /** `Tag` of the mode. */
  tag?: ReactNode
  /** The deadline as text. */
  subtitle?: ReactNode
  closeLabel: string
  /** Esc, the close button and a press outside. The dialog is open as long as it is rendered. */
  onClose: () => void
  /** `money` 960 px, `other` 520 px. */
  size?: 'money' | 'other'
  /** What happens next, at the left of the buttons. */
  note?: ReactNode
  /** "Volver" and the submit button with its amount. */
  footer?: ReactNode
  /** Makes it a form; the submit button is in the footer. */
  onSubmit?: () => void
  /** False while input would be lost: then a press outside does nothing. */
  closeOnOutside?: boolean
  /** While a request is in flight: neither Esc nor the close button closes it. */
  locked?: boolean
  /** Selector of the initial focus; else the first field, else the title. */
  firstFocus?: string
  /**
   * For a dialog without fields: the initial focus is on the button that a pointer's user confirms with by Enter, or, when a key opened the dialog, on the
   * one beside it, so that a second Enter does nothing.
   */
  focusesButtons?: boolean
  children: ReactNode
}

const firstField = 'input:not([type=hidden], [hidden], [tabindex="-1"], :disabled), select:not(:disabled), textarea:not(:disabled)'

/** A modal dialog: focus is trapped inside and returns to the opener; on phones it is a bottom sheet. */
export function DialogFrame(props: DialogProps) {
  const {
    title,
    tag,
    subtitle,
    closeLabel,
    onClose,
    size = 'other',
    note,
    footer,
    onSubmit,
    closeOnOutside = true,
    locked = false,
    firstFocus: focusSelector = firstField,
    focusesButtons = false,
    children,
  } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const news = useRef<HTMLDivElement>(null)
  const titleId = useId()

  // Read while rendering: an `autoFocus` inside has taken the focus by the time effects run.
  const [opener] = useState(() => document.activeElement)
  const [byPointer] = useState(() => opener !== null && opener !== document.body && !opener.matches(':focus-visible'))
  const firstFocus = !focusesButtons ? focusSelector : byPointer ? 'footer button:last-child' : 'footer button'

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    // A dialog that replaces another returns the focus to the opener of the first, which has it again by now.
    const back = around(opener?.isConnected ? opener : document.activeElement)
    const chosen = element.contains(document.activeElement) ? document.activeElement : element.querySelector(firstFocus)
    if (!element.open) element.showModal()
    const start = chosen ?? element.querySelector('h2')
    if (start instanceof HTMLElement) start.focus({ preventScroll: true })
    element.scrollTop = 0
    return () => restoreFocus(back)
  }, [opener, firstFocus])

  useEffect(() => (news.current ? registerToastContainer(news.current) : undefined), [])

  const close = () => {
    if (!locked) onClose()
    else if (dialog.current?.open === false) dialog.current.showModal()
  }
  const body = (
    <>
      <header className="dialog-head">
        <div className="min-w-0">
          <h2 id={titleId} tabIndex={-1} className="outline-none font-display text-title-md leading-[1.2] font-title tracking-tight">
            {typeof title === 'string' ? <Unbroken>{title}</Unbroken> : title}
            {tag && (
              <>
                {/* A space of half an em, which is not seen where the tag stands on a line of its own. */}
                {'\u2002'}
                <span className="inline-block align-[3px]">{tag}</span>
              </>
            )}
          </h2>
          {subtitle && (
            <p id={`${titleId}-limit`} className="mt-1.5 text-md text-ink-3">
              {subtitle}
            </p>
          )}
        </div>
        <IconButton className="ml-auto -mt-1" label={closeLabel} icon={<X aria-hidden />} onClick={close} />
      </header>
      <div className="dialog-body">{children}</div>
      <div className="dialog-bottom">
        <div ref={news} className="dialog-news" />
        {(footer || note) && (
          <footer className="dialog-foot">
            {note && <div className="mr-auto flex min-w-40 flex-1 items-center gap-2.5 text-md text-ink-2 max-md:basis-full">{note}</div>}
            {footer}
          </footer>
        )}
      </div>
    </>
  )
  const panel = `dialog-panel ${size === 'money' ? 'md:max-w-[60rem]' : 'dialog-small md:max-w-[32.5rem]'}`
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={subtitle ? `${titleId}-limit` : undefined}
      className="dialog"
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onKeyDown={(event) => {
        // The held Enter that opened the dialog must not submit it.
        if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
      }}
      // A browser may close it all the same at the second Esc.
      onClose={() => dialog.current?.open === false && close()}
      onPointerDown={(event) => {
        // Presses on the scrollbar target the dialog itself, presses beside the panel its backdrop.
        if (closeOnOutside && event.target instanceof Element && event.target.className === 'dialog-stage') close()
      }}
    >
      <div className="dialog-stage">
        {onSubmit === undefined ? (
          <div className={panel}>{body}</div>
        ) : (
          <Form className={panel} onSubmit={onSubmit}>
            {body}
          </Form>
        )}
      </div>
    </dialog>
  )
}
