import type { AnswerOf } from '#contract/platform/endpoint'
import type { holderList } from '#contract/merchants/holders'
import type { Owner } from '#contract/merchants/owners'
import { joinTexts } from '#domain/platform/direction'
import { wholeCompany } from '#domain/merchants/company/ownership'
import {
  finalHolders,
  holdingBars,
  nameKey,
  sharedNames,
  statedShareOf,
  companiesWithoutHolders,
  type Holder,
  type HolderProblem,
} from '#domain/merchants/company/shareholding'
import { percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { StaleChoice } from '../../platform/requests/StaleChoice.tsx'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { focusUnparsed } from '../../platform/ui/feedback/unparsedText.ts'
import { HolderRow } from './HolderRow.tsx'
import { HoldingDrawing } from './HoldingDrawing.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { useHolders } from './useHolders.ts'

type ShareholdingProps = { company: string; saved: AnswerOf<typeof holderList>; owners: readonly Owner[] }

/** The holdings of the company, as diagram and table; the beneficial owners are derived while typing. */
export function Shareholding({ company, saved, owners }: ShareholdingProps) {
  const verbs = useHolders(saved)
  const { holders, problems, changed, saving, error, shared } = verbs
  const last = finalHolders(holders)
  const words = [...new Set(problems.map((problem) => problemText(problem, holders, company)))]
  return (
    <FormSection title={t('settings.holders')} about={t('settings.holders.about')} fold={words[0] ?? ''}>
      {holders.length === 0 ? (
        <p className="text-md text-ink-2">{t('settings.holders.none')}</p>
      ) : (
        <>
          <HoldingDrawing company={company} holders={holders} owners={last} />
          <HoldersTable verbs={verbs} />
          <div role="status" className="text-md text-ink-2">
            {words.length === 0 ? t('settings.holders.fits') : words.map((one) => <p key={one}>{one}</p>)}
          </div>
          <FinalOwners holders={holders} owners={owners} />
        </>
      )}
      {shared.conflict !== null ? (
        <StaleChoice
          error={shared.conflict}
          lines={shared.lines((_, draft) => [t('settings.holders'), partsText(draft.holders)])}
          busy={saving}
          onMine={verbs.save}
          onTheirs={shared.takeTheirs}
        />
      ) : (
        error !== null && <ErrorBanner>{failureMessage(error)}</ErrorBanner>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => verbs.add(null)}>{t('settings.holders.add')}</Button>
        {(changed || saved.holders.length > 0) && (
          <Button
            variant="filled"
            busy={saving}
            busyLabel={t('shell.saving')}
            disabledReason={changed ? (words[0] ?? null) : t('settings.holders.same')}
            onClick={() => !focusUnparsed() && verbs.save()}
          >
            {t('settings.holders.save')}
          </Button>
        )}
      </div>
    </FormSection>
  )
}

/** One holding, on one line. */
const partsText = (holders: readonly Holder[]): string =>
  holders.map(({ name, share }) => `${name.trim() || t('settings.holders.unnamed')} ${percent(share)}`).join(', ')

function HoldersTable({ verbs }: { verbs: ReturnType<typeof useHolders> }) {
  return (
    <table className="w-full text-md max-md:block">
      <caption className="sr-only">{t('settings.holders.table')}</caption>
      <thead className="max-md:sr-only">
        <tr className="text-left text-sm text-ink-3">
          <th className="py-1 font-medium">{t('settings.holders.who')}</th>
          <th style={{ width: 128 }} className="py-1 font-medium">
            {t('settings.holders.kind')}
          </th>
          <th style={{ width: 112 }} className="py-1 font-medium">
            {t('settings.holders.share')}
          </th>
          <th style={{ width: 150 }} className="py-1 font-medium">
            {t('settings.holders.final')}
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {holdingBars(verbs.holders).map((bar) => (
          <HolderRow key={bar.holder.id} bar={bar} verbs={verbs} />
        ))}
      </tbody>
    </table>
  )
}

/** The beneficial owners derived from the holdings, and their missing data. */
function FinalOwners({ holders, owners }: { holders: readonly Holder[]; owners: readonly Owner[] }) {
  const finalOwners = finalHolders(holders).filter(({ isOwner }) => isOwner)
  const declaredNames = new Set(owners.map(({ firstName, lastName }) => nameKey(`${firstName} ${lastName}`)))
  const missing = finalOwners.filter(({ name }) => !declaredNames.has(nameKey(name)))
  const shared = sharedNames(holders)
  const unknown = companiesWithoutHolders(holders).filter(({ share }) => share > 0)
  return (
    <div role="status" className="grid gap-2 text-md">
      <h3 className="font-strong">{t('settings.holders.owners')}</h3>
      {finalOwners.length === 0 ? (
        <p>{t('settings.holders.noOwner')}</p>
      ) : (
        <ul>
          {finalOwners.map(({ name, share, isIndirect }) => (
            <li key={name}>
              {t(isIndirect ? 'settings.holders.ownerIndirect' : 'settings.holders.owner', { name, share: percent(share) })}
            </li>
          ))}
        </ul>
      )}
      {shared.length > 0 && <p className="text-ink-2">{t('settings.holders.sameName', { names: joinTexts(shared, ', ') })}</p>}
      {missing.length > 0 && (
        <p className="text-ink-2">
          {t('settings.holders.undeclared', {
            names: joinTexts(
              missing.map(({ name }) => name),
              ', ',
            ),
          })}
        </p>
      )}
      {unknown.map(({ holder, share }) => (
        <p key={holder.id} className="text-ink-2">
          {t('settings.holders.unexplained', { name: holder.name.trim() || t('settings.holders.unnamed'), share: percent(share) })}
        </p>
      ))}
    </div>
  )
}

function problemText({ holder, code }: HolderProblem, holders: readonly Holder[], company: string): string {
  if (code !== 'not_whole') return t(`settings.holders.problem.${code === 'stray' ? 'too_deep' : code}`)
  const name = holder === null ? company : holders.find(({ id }) => id === holder)?.name.trim() || t('settings.holders.unnamed')
  const left = wholeCompany - statedShareOf(holders, holder)
  return t(left > 0 ? 'settings.holders.missing' : 'settings.holders.over', { name, share: percent(Math.abs(left)) })
}
