import { joinTexts } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import type { GoLiveState } from '#contract/sales/lab'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { goLiveRead } from '../preferences/preferenceReads.ts'

/** The merchant’s progress to its first live sale: each step with the evidence that it is done. */
export function GoLiveSection() {
  const { merchantId } = useMerchant()
  const { data, error, isError, isLoadingError, refetch, isFetching } = useQuery(goLiveRead(merchantId))
  const slow = useDelayed(!data && !isError)
  const done = data?.steps.filter(({ doneAt }) => doneAt !== null).length ?? 0
  const all = data?.steps.length ?? 0
  const progress =
    data === undefined
      ? ''
      : done === all
        ? t('preferences.goLive.ready')
        : t('preferences.goLive.done', { done: String(done), all: String(all) })
  return (
    <div className="max-w-[820px]">
      <FormSection
        title={t('preferences.goLive.title')}
        fold={progress}
        isOpen={isLoadingError}
        aside={progress && <p className="text-md text-ink-2">{progress}</p>}
      >
        <p className="max-w-[68ch] text-md text-ink-2">{t('preferences.goLive.about')}</p>
        {data ? (
          <ol className="border-t border-line">
            {data.steps.map((one) => (
              <Step key={one.step} {...one} />
            ))}
          </ol>
        ) : isError ? (
          <FailureCard title={t('preferences.goLive.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          slow && <Skeleton width={320} />
        )}
      </FormSection>
    </div>
  )
}

function Step({ step, doneAt, operationId, detail }: GoLiveState) {
  const { merchantId } = useMerchant()
  const done = doneAt !== null
  const facts = joinTexts([doneAt !== null && t('preferences.goLive.on', { when: dateTime(doneAt) }), detail])
  return (
    <li className="flex gap-3 border-b border-line py-3">
      <span
        aria-hidden
        className={`mt-0.5 grid size-5 flex-none place-items-center rounded-full border [&_svg]:size-3.5 ${done ? 'border-accepted-solid bg-accepted-solid text-sheet' : 'border-line-strong'}`}
      >
        {done && <Check />}
      </span>
      <div className="min-w-0">
        <p>
          <span className="font-strong">{t(`preferences.goLive.step.${step}`)}</span>{' '}
          <span className="text-md text-ink-3">{t(done ? 'preferences.goLive.yes' : 'preferences.goLive.no')}</span>
        </p>
        {!done && <p className="max-w-[64ch] text-md text-ink-2">{t(`preferences.goLive.step.${step}.how`)}</p>}
        {facts !== '' && <p className="text-md text-ink-3">{facts}</p>}
        {operationId === null ? (
          !done && <WayThere step={step} />
        ) : (
          <Anchor
            href={paths.operation(merchantId, operationId, step === 'testOrder' ? { sandbox: 'true' } : {})}
            className={`${linkClass} text-md`}
          >
            {t('preferences.goLive.see')}
          </Anchor>
        )}
      </div>
    </li>
  )
}

/** The page where the step is done, when it is one of ours. */
function WayThere({ step }: { step: GoLiveState['step'] }) {
  const { merchantId, flag } = useMerchant()
  const hrefs = {
    testOrder: paths.scenarios(merchantId, flag),
    bankAccount: paths.invoicesIban(merchantId, flag),
    secondFactor: paths.security(),
  }
  if (step !== 'testOrder' && step !== 'bankAccount' && step !== 'secondFactor') return null
  return (
    <Anchor href={hrefs[step]} className={`${linkClass} text-md`}>
      {t(`preferences.goLive.step.${step}.go`)}
    </Anchor>
  )
}
