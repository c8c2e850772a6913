import { useEffect, useRef } from 'react'
import { t } from '../i18n/t.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { failureText } from './FailureCard.tsx'

/** A field that somebody else changed; `mine`: the local draft’s value, null where it has none. */
export type StaleLine = { label: string; theirs: string; mine: string | null }

type StaleChoiceProps = {
  error: unknown
  lines: readonly StaleLine[]
  busy?: boolean
  /** Omitted where the form’s own button is right below. */
  onMine?: () => void
  onTheirs: () => void
}

/**
 * A save conflict (optimistic lock): who saved first, what they changed, the local values, and both ways to resolve it. Nothing typed is lost before one
 * is chosen.
 */
export function StaleChoice({ error, lines, busy = false, onMine, onTheirs }: StaleChoiceProps) {
  const place = useRef<HTMLDivElement>(null)
  // In a long form this may be out of view of the button that was pressed.
  useEffect(() => {
    void place.current?.scrollIntoView({ block: 'nearest' }) // a promise in newer browsers, which must not be returned as the cleanup
  }, [])
  const hasMine = lines.some(({ mine }) => mine !== null)
  return (
    <div ref={place}>
      <Banner tone="warning" live title={failureText(error)}>
        <ul className="grid gap-1 py-1">
          {lines.map(({ label, theirs, mine }) => (
            <li key={label} className="wrap-anywhere">
              <span className="font-medium text-ink">{label}</span>
              <span className="block">{valueLine('operations.stale.now', theirs)}</span>
              {mine !== null && <span className="block">{valueLine('operations.stale.yours', mine)}</span>}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2 pt-2">
          {onMine && (
            <Button size="small" variant="outlined" busy={busy} onClick={onMine}>
              {t(hasMine ? 'operations.stale.saveMine' : 'operations.stale.saveToo')}
            </Button>
          )}
          {hasMine && (
            <Button size="small" variant="outlined" onClick={onTheirs}>
              {t('operations.stale.takeTheirs')}
            </Button>
          )}
        </div>
      </Banner>
    </div>
  )
}

const valueLine = (words: 'operations.stale.now' | 'operations.stale.yours', value: string) => (
  <>
    {t(words)} <bdi translate="no">{value === '' ? t('operations.stale.empty') : value}</bdi>
  </>
)
