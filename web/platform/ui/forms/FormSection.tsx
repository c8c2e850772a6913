import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId, useState } from 'react'
import { useScreenSize } from '../feedback/screenSize.ts'

type FormSectionProps = {
  title: string
  /** At the heading's right. */
  aside?: ReactNode
  /** On a phone only the heading is shown, with this text as what the section says at present, until it is pressed. */
  fold?: string
  /** It is shown at once all the same. */
  isOpen?: boolean
  children: ReactNode
}

/** A section of a page or form with its own heading. */
export function FormSection({ title, aside, fold, isOpen: opens = false, children }: FormSectionProps) {
  const id = useId()
  const { isDefault } = useScreenSize()
  const [isOpen, setOpen] = useState(opens)
  const folds = fold !== undefined && isDefault
  const isFolded = folds && !isOpen
  return (
    <section aria-labelledby={id} className={`grid min-w-0 content-start ${folds ? 'border-t border-line' : 'gap-4'}`}>
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className={folds ? 'min-w-0 flex-1 font-medium' : 'text-title-sm'}>
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
        {!isFolded && aside}
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
