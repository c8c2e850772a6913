import { useQuery } from '@tanstack/react-query'
import { providerDeliveryList, providerDeliveryResend, type ProviderDelivery, type ProviderEndpoint } from '#contract/provider/events'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { OnPhone } from '../frame/OnPhone.tsx'
import { setSearch } from '../frame/address.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { answerText, hostOf, stateOf, typeText } from './eventText.ts'

type DeliveryLogProps = {
  endpoint: ProviderEndpoint
  /** The id of the delivery before which it begins; undefined: the latest. */
  before: string | undefined
}

/** The deliveries of an address and their answers, latest first. */
export function DeliveryLog({ endpoint, before }: DeliveryLogProps) {
  const params = { endpointId: endpoint.id }
  const read = useQuery(consoleQuery(providerDeliveryList, { params, query: { ...(before !== undefined && { before }) } }))
  return (
    <FormSection title={t('events.deliveriesOf', { host: hostOf(endpoint.url) })}>
      <p className="text-ink-2">{t('events.deliveriesAbout')}</p>
      <ReadState read={read}>
        {({ deliveries, hasMore }) =>
          deliveries.length === 0 ? (
            <p className="text-ink-2">{t('events.deliveriesEmpty')}</p>
          ) : (
            <>
              <DeliveryTable endpoint={endpoint} deliveries={deliveries} />
              <div className="flex flex-wrap gap-2">
                {before !== undefined && <Button onClick={() => setSearch({ before: '' })}>{t('events.latest')}</Button>}
                {hasMore && <Button onClick={() => setSearch({ before: deliveries.at(-1)?.id ?? '' })}>{t('events.more')}</Button>}
              </div>
            </>
          )
        }
      </ReadState>
    </FormSection>
  )
}

function DeliveryTable({ endpoint, deliveries }: { endpoint: ProviderEndpoint; deliveries: readonly ProviderDelivery[] }) {
  const { may } = useStaff()
  const resend = useConsoleWrite(providerDeliveryResend, { done: t('events.resent') })
  const mayResend = may('providerDeliveryResend') && endpoint.on
  return (
    <>
      <div aria-live="assertive" className="empty:hidden">
        {resend.problem && <ErrorBanner>{resend.problem}</ErrorBanner>}
      </div>
      <Table
        caption={t('events.deliveries')}
        head={
          <>
            <HeadCell>{t('events.column.type')}</HeadCell>
            <HeadCell>{t('events.column.at')}</HeadCell>
            <HeadCell>{t('events.column.result')}</HeadCell>
            <HeadCell>{t('events.column.answer')}</HeadCell>
            {mayResend && (
              <HeadCell>
                <span className="sr-only">{t('events.resend')}</span>
              </HeadCell>
            )}
          </>
        }
      >
        {deliveries.map((delivery) => (
          <TableRow key={delivery.id}>
            <Cell card="title" strong detail={delivery.sentBy === null ? delivery.type : t('events.by', { who: delivery.sentBy })}>
              {typeText(delivery.type)}
            </Cell>
            <Cell card="foot">
              <OnPhone label={t('events.column.at')} /> {nearTime(delivery.at)}
            </Cell>
            <Cell card="state">
              <StatusBadge {...stateOf(delivery)} />
            </Cell>
            <Cell card="net" detail={delivery.ms === null || delivery.status === null ? null : `${delivery.ms} ms`}>
              <span className="wrap-anywhere">{answerText(delivery) ?? '—'}</span>
            </Cell>
            {mayResend && (
              <Cell card="amount" className="text-right">
                <Button
                  size="small"
                  busyLabel={t('events.sending')}
                  onClick={() => resend.send({ params: { endpointId: endpoint.id, deliveryId: delivery.id } })}
                >
                  {t('events.resend')}
                </Button>
              </Cell>
            )}
          </TableRow>
        ))}
      </Table>
    </>
  )
}
