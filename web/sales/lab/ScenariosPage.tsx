import { useQuery } from '@tanstack/react-query'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { switchMode } from '../../platform/navigation/merchantChanged.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { labRead } from './labReads.ts'
import { ScenarioRow } from './ScenarioRow.tsx'
import { TestClock } from './TestClock.tsx'
import { useLab } from './useLab.ts'

/** Prefetches the data of the page; live mode has none. */
function loader({ params, mode, queryClient }: LoaderContext): void {
  if (mode === 'sandbox') void queryClient.prefetchQuery(labRead(params['merchantId'] ?? ''))
}

/** Test mode: creates sales with any outcome, and moves the sandbox clock. */
function Scenarios() {
  const { sandbox } = useMerchant()
  return (
    <section aria-labelledby="lab-title">
      <h1 id="lab-title" className="pb-2 font-display text-title-lg leading-tight font-title tracking-tight">
        {t('lab.title')}
      </h1>
      {sandbox ? <ScenarioList /> : <SandboxOnlyNotice />}
    </section>
  )
}

function SandboxOnlyNotice() {
  const { merchantId, merchant } = useMerchant()
  const change = () => {
    switchMode('sandbox')
    go(paths.scenarios(merchantId), { replace: true })
  }
  return (
    <EmptyState
      title={t('lab.live.title')}
      actions={
        merchant?.sandboxEnabled && (
          <Button variant="filled" onClick={change}>
            {t('shell.modeQuestion.switch')}
          </Button>
        )
      }
    >
      {t('lab.live.detail')}
    </EmptyState>
  )
}

function ScenarioList() {
  const { merchantId, flag } = useMerchant()
  const read = useQuery(labRead(merchantId))
  const { data } = read
  const lab = useLab()
  return (
    <>
      <p className="max-w-[72ch] text-md text-ink-2">{t('lab.about')}</p>
      {data ? (
        <div className="grid gap-10 pt-7 pb-10">
          <TestClock clock={data.clock} lab={lab} />
          <FormSection title={t('lab.list.title')}>
            {data.scenarios.length === 0 ? (
              <Banner
                tone="warning"
                action={
                  <Button size="small" href={paths.preferences(merchantId, flag)}>
                    {t('shell.route.preferences')}
                  </Button>
                }
              >
                {t('lab.none')}
              </Banner>
            ) : (
              <ul className="max-w-[900px] border-t border-line">
                {data.scenarios.map((scenario) => (
                  <ScenarioRow key={scenario} scenario={scenario} lab={lab} />
                ))}
              </ul>
            )}
          </FormSection>
        </div>
      ) : (
        <div className="pt-7">
          <ReadState read={read} failed={t('lab.failed')} loading={t('lab.loading')}>
            <Skeleton width={320} />
            <Skeleton width={280} />
            <Skeleton width={300} />
          </ReadState>
        </div>
      )}
    </>
  )
}

export const ScenariosPage: Screen = { component: Scenarios, loader }
