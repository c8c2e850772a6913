import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { leftText } from '../../operationStatus/operationText.ts'
import { timeLeft } from '../../operationStatus/timeLeft.ts'
import { useNow } from '../../../platform/requests/useNow.ts'
import { Anchor } from '../../../platform/ui/controls/Anchor.tsx'
import { StatusGlyph } from '../../../platform/ui/feedback/StatusGlyph.tsx'
import { outcomeGlyph, outcomeText } from './outcomeText.ts'
import { outcomeOf } from './progressSteps.ts'
import type { DockedLink } from './useDock.ts'

type DockProps = {
  links: readonly DockedLink[]
  hrefOf: (orderUuid: string) => string
  /** Reserves its height while empty, to avoid a layout shift when the first link appears. */
  keepRoom: boolean
}

/** Open links of other customers while the next one is served: name, amount, time left or outcome. */
export function Dock({ links, hrefOf, keepRoom }: DockProps) {
  const now = useNow(1_000)
  if (links.length === 0) return keepRoom && <div className="till-dock-room" />
  return (
    <nav aria-label={t('offlineCheckout.dock.label')}>
      <ul className="till-dock">
        {links.map((link) => {
          const outcome = outcomeOf(link, now)
          const who = link.customerName.trim()
          return (
            <li key={link.id}>
              <Anchor href={hrefOf(link.id)} className="till-chip">
                <StatusGlyph kind={outcomeGlyph(outcome)} />
                {who !== '' && <span className="max-w-[9rem] overflow-hidden text-ellipsis">{who}</span>}
                <span>{money(link.totalAmount)}</span>
                <span className="text-ink-3">
                  {outcome !== null ? outcomeText(outcome) : link.expiresAt !== null && leftText(timeLeft(new Date(link.expiresAt), now))}
                </span>
              </Anchor>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
