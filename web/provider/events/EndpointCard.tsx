import { providerEndpointChange, providerEndpointTest, type ProviderEndpoint } from '#contract/provider/events'
import { joinTexts } from '#domain/platform/direction'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { useStaff } from '../frame/useStaff.ts'

export type EndpointDialogKind = 'change' | 'renew' | 'remove'

type EndpointCardProps = {
  endpoint: ProviderEndpoint
  onDialog: (kind: EndpointDialogKind, endpoint: ProviderEndpoint) => void
  deliveriesHref: string
}

/** One address: what it gets, how it does, and what can be done with it. */
export function EndpointCard({ endpoint, onDialog, deliveriesHref }: EndpointCardProps) {
  const { may } = useStaff()
  const { id, url, mode, events, on, oldSecretEndsAt, createdAt, createdBy, waiting } = endpoint
  const test = useConsoleWrite(providerEndpointTest, { done: t('events.tested') })
  const turn = useConsoleWrite(providerEndpointChange, { done: t('events.saved') })
  const problem = test.problem ?? turn.problem
  const facts = [
    t(`events.mode.${mode}`),
    t('events.hears', { count: events.length }),
    ...(waiting > 0 ? [t('events.waiting', { count: waiting })] : []),
    t('events.created', { when: dateTime(createdAt), who: createdBy }),
  ]
  return (
    <article className="grid min-w-0 gap-3 rounded-4 border border-line p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-strong wrap-anywhere">{url}</h3>
        <StatusBadge kind={on ? 'accepted-filled' : 'stopped'} label={t(on ? 'events.on' : 'events.off')} />
      </div>
      <p className="text-ink-2">{joinTexts(facts, ' · ')}</p>
      {oldSecretEndsAt !== null && <p className="text-ink-3">{t('events.oldSecret', { until: dateTime(oldSecretEndsAt) })}</p>}
      <div aria-live="assertive" className="empty:hidden">
        {problem && <ErrorBanner>{problem}</ErrorBanner>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" href={deliveriesHref}>
          {t('events.deliveries')}
        </Button>
        {may('providerEndpointChange') && (
          <>
            {on && (
              <Button
                size="small"
                busy={test.busy}
                busyLabel={t('events.sending')}
                onClick={() => test.send({ params: { endpointId: id } })}
              >
                {t('events.test')}
              </Button>
            )}
            <Button size="small" onClick={() => onDialog('change', endpoint)}>
              {t('events.change')}
            </Button>
            <Button size="small" onClick={() => onDialog('renew', endpoint)}>
              {t('events.renew')}
            </Button>
            <Button
              size="small"
              busy={turn.busy}
              busyLabel={t('events.saving')}
              onClick={() => turn.send({ params: { endpointId: id }, body: { on: !on } })}
            >
              {t(on ? 'events.turnOff' : 'events.turnOn')}
            </Button>
            <Button size="small" variant="quiet" onClick={() => onDialog('remove', endpoint)}>
              {t('events.remove')}
            </Button>
          </>
        )}
      </div>
    </article>
  )
}
