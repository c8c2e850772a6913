import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { providerEndpointList, type ProviderEndpoint } from '#contract/provider/events'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import { EndpointCard, type EndpointDialogKind } from './EndpointCard.tsx'
import { EndpointDialog } from './EndpointDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { RenewDialog, SecretDialog } from './SecretDialogs.tsx'

type Open = { kind: EndpointDialogKind; endpoint: ProviderEndpoint } | { kind: 'add' } | { kind: 'secret'; secret: string } | null

/** The addresses of the provider's own systems, and what was sent to one of them. */
export function EventsPage({ search }: ConsolePageProps) {
  const read = useQuery(consoleQuery(providerEndpointList))
  const { may } = useStaff()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const showSecret = (secret: string) => setOpen({ kind: 'secret', secret })
  return (
    <ConsolePage
      title={t('events.title')}
      about={t('events.lead')}
      actions={
        may('providerEndpointCreate') && (
          <Button variant="filled" onClick={() => setOpen({ kind: 'add' })}>
            {t('events.add')}
          </Button>
        )
      }
    >
      <SectionTabs section="system" />
      <ReadState read={read}>
        {({ endpoints }) => (
          <div className="grid gap-9">
            {endpoints.length === 0 && <p className="text-ink-2">{t('events.empty')}</p>}
            <div className="grid gap-4">
              {endpoints.map((endpoint) => (
                <EndpointCard
                  key={endpoint.id}
                  endpoint={endpoint}
                  deliveriesHref={`/console/system/events?address=${endpoint.id}`}
                  onDialog={(kind, of) => setOpen({ kind, endpoint: of })}
                />
              ))}
            </div>
            {endpoints
              .filter(({ id }) => id === search['address'])
              .map((endpoint) => (
                <DeliveryLog key={endpoint.id} endpoint={endpoint} before={search['before'] || undefined} />
              ))}
          </div>
        )}
      </ReadState>
      {open?.kind === 'add' && <EndpointDialog endpoint={null} onClose={close} onMade={showSecret} />}
      {open?.kind === 'change' && <EndpointDialog endpoint={open.endpoint} onClose={close} onMade={showSecret} />}
      {open?.kind === 'renew' && <RenewDialog endpoint={open.endpoint} onClose={close} onMade={showSecret} />}
      {open?.kind === 'remove' && <RemoveDialog endpoint={open.endpoint} onClose={close} />}
      {open?.kind === 'secret' && <SecretDialog secret={open.secret} onClose={close} />}
    </ConsolePage>
  )
}
