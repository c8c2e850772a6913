import type { Scenario } from '#domain/sales/operations/sandbox'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { StatusGlyph } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { scenarioKind } from './scenarioKind.ts'
import type { Lab } from './useLab.ts'

/** One scenario: its description, manual steps, the button that creates it, and the created operations. */
export function ScenarioRow({ scenario, lab }: { scenario: Scenario; lab: Lab }) {
  const { merchantId, flag } = useMerchant()
  const name = t(`lab.scenario.${scenario}`)
  const operationIds = lab.created[scenario] ?? []
  const mine = lab.busy !== null && 'scenario' in lab.busy && lab.busy.scenario === scenario
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 border-b border-line py-4">
      <div className="flex min-w-0 flex-1 basis-72 gap-3">
        <span className="flex-none pt-0.75">
          <StatusGlyph kind={scenarioKind[scenario]} />
        </span>
        <div className="min-w-0">
          <h3 className="font-strong">{name}</h3>
          <p className="max-w-[64ch] text-md text-ink-2">{t(`lab.scenario.${scenario}.what`)}</p>
          <p className="max-w-[64ch] pt-1 text-sm text-ink-3">
            {t('lab.byHand')} {t(`lab.scenario.${scenario}.hand`)}
          </p>
        </div>
      </div>
      <div className="flex flex-none flex-col items-end gap-2 max-md:w-full max-md:items-stretch">
        <Button
          size="small"
          aria-label={t('lab.create.name', { scenario: name })}
          busy={lab.busy !== null}
          busyLabel={mine ? t('shell.creating') : t('lab.create')}
          onClick={() => void lab.create(scenario)}
        >
          {t('lab.create')}
        </Button>
        {operationIds.map((operationId, at) => (
          <Anchor key={operationId} href={paths.operation(merchantId, operationId, flag)} className={`${linkClass} text-md max-md:py-2`}>
            {at === 0 ? t('lab.made') : t('lab.made.many', { nth: String(at + 1) })}
          </Anchor>
        ))}
      </div>
    </li>
  )
}
