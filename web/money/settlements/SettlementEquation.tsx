import Check from 'lucide-react/icons/check'
import type { Settlement, WholeSettlement } from '#contract/money/settlements'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Unbroken } from '../../platform/ui/tables/Unbroken.tsx'
import { equationOf, type Term } from './equationOf.ts'
import { relatedSettlements } from './relatedSettlements.ts'

/** The sign precedes its figure; on a wide screen it hangs left of the column. */
const signClass = 'w-3 font-normal text-ink-2 lg:absolute lg:right-full lg:w-auto lg:pr-1.5'

/** The settlement's terms with their signs, up to the paid amount; the double rule and "Cuadrada" appear only when the lines add up to the cent. */
export function SettlementEquation({ settlement, onClaim }: { settlement: WholeSettlement; onClaim: (() => void) | null }) {
  const { terms, netCents, differenceCents } = equationOf(settlement)
  const closes = differenceCents === 0
  return (
    <section aria-label={t('settlements.equation')} className="pt-6">
      <dl className="overflow-hidden rounded-4 border border-line bg-canvas lg:flex">
        {terms.map((term, index) => (
          <TermCell key={term.name} term={term} settlement={settlement} first={index === 0} />
        ))}
        <div className="flex flex-wrap items-baseline gap-x-4 border-t-[1.5px] border-ink bg-sheet px-4.5 py-4 lg:block lg:flex-[1.2] lg:border-t-0 lg:border-l lg:border-line lg:pl-8">
          <dt className="text-md text-ink-2 max-lg:flex-1">
            {t(settlement.status === 'closed' || settlement.status === 'returned' ? 'settlements.term.toPay' : 'settlements.term.net')}
          </dt>
          <dd className="relative flex items-baseline gap-2.5 text-lg font-strong">
            <span aria-hidden className={signClass}>
              =
            </span>
            <Money cents={netCents} closed={closes} />
          </dd>
        </div>
      </dl>
      {closes ? (
        <p className="flex items-start gap-2.5 pt-3 text-md text-ink-2">
          <Check aria-hidden className="mt-0.5 size-3.75 flex-none text-accepted-solid" />
          <span>
            {closedText(settlement)}{' '}
            {onClaim !== null && (
              <button type="button" className={`${linkClass} min-h-6 max-md:min-h-11`} onClick={onClaim}>
                {t('settlements.claim.otherwise')}
              </button>
            )}
          </span>
        </p>
      ) : (
        <div className="pt-3">
          <Banner
            tone="error"
            title={t('settlements.equation.difference', { amount: money(differenceCents) })}
            action={
              onClaim !== null && (
                <Button variant="outlined" size="small" onClick={onClaim}>
                  {t('settlements.claim.verb')}
                </Button>
              )
            }
          >
            {t('settlements.equation.open', { count: settlement.lineCount, lines: money(settlement.linesNet) })}
          </Banner>
        </div>
      )}
    </section>
  )
}

function closedText({ lineCount, openingBalance, reserveHeld, reserveReleased }: Settlement): string {
  const plain = openingBalance === 0 && reserveHeld === 0 && reserveReleased === 0
  return t(plain ? 'settlements.equation.closedPlain' : 'settlements.equation.closed', { count: lineCount })
}

/** One term: charges are shown as a positive figure after a minus sign. */
function TermCell({ term, settlement, first }: { term: Term; settlement: WholeSettlement; first: boolean }) {
  const { merchantId, flag } = useMerchant()
  const sign = term.cents < 0 ? '−' : first || term.cents === 0 ? '' : '+'
  const lines = term.lines
  return (
    <div className="flex items-baseline gap-x-4 px-4.5 py-2.5 max-lg:flex-wrap lg:flex-1 lg:flex-col lg:items-start lg:py-4">
      <dt className="text-md lg:whitespace-nowrap text-ink-2 max-lg:flex-1">{t(`settlements.term.${term.name}`)}</dt>
      <dd className="relative flex items-baseline gap-2.5 text-lg font-strong max-lg:order-last max-lg:ml-auto max-lg:min-w-[7rem] max-lg:justify-between">
        <span className={signClass}>{sign}</span>
        <Money cents={Math.abs(term.cents)} currency={false} />
      </dd>
      {lines !== null && lines > 0 && (
        <dd className="text-sm whitespace-nowrap">
          <Anchor
            href={`${paths.settlement(merchantId, settlement.id, { ...(term.part && { kind: term.part }), ...flag })}#lineas`}
            className={linkClass}
          >
            {t('settlements.lineCount', { count: lines })}
          </Anchor>
        </dd>
      )}
      {relatedSettlements(term.name, settlement.carried).map(({ key, words, id }) => (
        <dd key={key} className="text-sm max-lg:order-last max-lg:basis-full">
          {id === null ? (
            <span className="text-ink-3">{words}</span>
          ) : (
            <Anchor
              href={paths.settlement(merchantId, id, flag)}
              className={`${linkClass} inline-flex min-h-6 items-center max-md:min-h-11`}
            >
              <Unbroken>{words}</Unbroken>
            </Anchor>
          )}
        </dd>
      ))}
    </div>
  )
}
