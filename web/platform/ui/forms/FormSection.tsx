import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId, useState } from 'react'
import { useScreenSize } from '../feedback/screenSize.ts'

type FormSectionProps = {
  title: string
  /** One sentence below the heading. */
  about?: ReactNode
  /** At the heading's right. */
  aside?: ReactNode
  /** On a phone only the heading is shown, with this text as what the section says at present, until it is pressed. */
  fold?: string
  /** It is shown at once all the same, and whenever this becomes true. */
  isOpen?: boolean
  /** The id that links lead to: the section itself takes the focus. */
  anchor?: string
  children?: ReactNode
}

/** A section of a page or form with its own heading. */
export function FormSection({ title, about, aside, fold, isOpen: opens = false, anchor, children }: FormSectionProps) {
  const id = useId()
  const { isDefault } = useScreenSize()
  const folds = fold !== undefined && isDefault
  // What was once shown stays so when a phone is turned, and what is wrong in it is not left out of sight.
  const isShown = opens || !folds
  const [wasShown, setWasShown] = useState(isShown)
  const [isOpen, setOpen] = useState(isShown)
  if (isShown !== wasShown) {
    setWasShown(isShown)
    if (isShown) setOpen(true)
  }
  const isFolded = folds && !isOpen
  return (
    <section
      aria-labelledby={id}
      data-folded={isFolded || undefined}
      id={anchor}
      tabIndex={anchor === undefined ? undefined : -1}
      className={`grid min-w-0 content-start ${anchor === undefined ? '' : 'outline-none'} ${folds ? 'border-t border-line' : 'gap-4'}`}
    >
      <div className={`flex min-w-0 flex-wrap justify-between ${about ? 'items-end gap-x-6 gap-y-3' : 'items-center gap-x-4 gap-y-1'}`}>
        <div className={`min-w-0 ${about ? 'flex-1 basis-72' : folds ? 'flex-1 basis-[10rem]' : ''}`}>
          <h2 id={id} className={folds ? 'font-medium' : 'text-title-sm'}>
            {folds ? (
              <button
                type="button"
                aria-expanded={isOpen}
                data-folds
                className="flex min-h-13 w-full items-center gap-3 py-1.5 text-left"
                onClick={() => setOpen(!isOpen)}
              >
                <span className="mr-auto">{title}</span>
                {isFolded && <span className="max-w-1/2 flex-none truncate text-sm font-normal text-ink-3">{fold}</span>}
                <ChevronDown aria-hidden className={`text-ink-3 ${isOpen ? 'rotate-180' : ''}`} />
              </button>
            ) : (
              title
            )}
          </h2>
          {about && !isFolded && <p className={`text-md text-ink-2 ${folds ? '' : 'mt-1'}`}>{about}</p>}
        </div>
        {aside && (
          <div hidden={isFolded} className="contents">
            {aside}
          </div>
        )}
      </div>
      {fold === undefined ? (
        children
      ) : (
        // The same element at every size, so that nothing typed is lost when a phone is turned.
        <div hidden={isFolded} className={`grid min-w-0 gap-4 ${folds ? 'pt-1 pb-6' : ''}`}>
          {children}
        </div>
      )}
    </section>
  )
}
