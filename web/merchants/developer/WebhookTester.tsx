import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { webhookDeliveryList, webhookTestSend, type Webhook } from '#contract/merchants/webhooks'
import { newKey } from '../../platform/api/call.ts'
import { load } from '../../platform/api/load.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { usePolled } from '../../platform/requests/usePolled.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { useStepUpAction } from '../preferences/useStepUpAction.ts'
import { StateLine } from '../webhooks/StateLine.tsx'
import { deliveriesRead, webhooksRead } from '../webhooks/webhookReads.ts'
import { answerText, endpointState, resultOf } from '../webhooks/webhookText.ts'

/** Each endpoint with its state, and a button that sends it a test message and shows its answer. */
export function WebhookTester() {
  const { merchantId, flag } = useMerchant()
  const read = useQuery(webhooksRead(merchantId))
  const { data } = read
  return (
    <FormSection title={t('developer.tester.title')} fold={data ? String(data.webhooks.length) : ''} isOpen={read.isLoadingError}>
      <p className="max-w-[68ch] text-md text-ink-2">{t('developer.tester.about')}</p>
      {data === undefined ? (
        <ReadState read={read} failed={t('webhooks.failed.list')} loading={t('webhooks.loading')}>
          <Skeleton width={320} />
        </ReadState>
      ) : data.webhooks.length === 0 ? (
        <div>
          <Button href={paths.preferencesWebhooks(merchantId, undefined, { dialog: 'add', ...flag })}>{t('webhooks.add')}</Button>
        </div>
      ) : (
        <ul aria-label={t('webhooks.addresses')} className="grid max-w-[820px] gap-4">
          {data.webhooks.map((webhook) => (
            <Endpoint key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
    </FormSection>
  )
}

const pollMs = 1_000

function Endpoint({ webhook }: { webhook: Webhook }) {
  const { merchantId, mode, flag } = useMerchant()
  const client = useQueryClient()
  const now = useNow()
  const [sentId, setSentId] = useState<string | null>(null)
  const { run, error, busy } = useStepUpAction(t('webhooks.form.why'), ['webhookList'])
  const options = deliveriesRead(merchantId, webhook.id, 1)
  const log = useQuery({ ...options, enabled: sentId !== null })
  const delivery = log.data?.results.find(({ id }) => id === sentId)
  const waits = sentId !== null && (delivery === undefined || (delivery.state === 'waiting' && delivery.nextAt === null))
  usePolled(
    async () =>
      void client.setQueryData(
        options.queryKey,
        await load(webhookDeliveryList, {
          params: { merchantId, webhookId: webhook.id },
          query: { page: 1 },
          mode,
          background: true,
          quiet: true,
        }),
      ),
    pollMs,
    waits,
  )
  async function test() {
    const sent = await run(() => write(webhookTestSend, { params: { merchantId, webhookId: webhook.id }, key: newKey() }))
    if (sent) setSentId(sent.id)
  }
  return (
    <li className="grid min-w-0 gap-3 rounded-4 border border-line p-5">
      <Anchor
        href={paths.preferencesWebhooks(merchantId, webhook.id, flag)}
        className={`${linkClass} inline-flex min-h-6 items-center text-md wrap-anywhere max-md:min-h-11`}
      >
        {webhook.url}
      </Anchor>
      <div className="text-md">
        <StateLine {...endpointState(webhook, now)} />
      </div>
      <div>
        <Button
          busy={busy || waits}
          busyLabel={t('shell.sending')}
          disabledReason={webhook.state === 'on' ? null : t('webhooks.verb.offReason')}
          onClick={() => void test()}
        >
          {t('webhooks.verb.test')}
        </Button>
        <SendProblem error={error} />
      </div>
      {delivery && !waits && (
        <div role="status" className="grid min-w-0 gap-2 text-md">
          <StateLine {...resultOf(delivery, webhook.state === 'on')} />
          <p className="text-ink-2">
            {answerText(delivery)}
            {delivery.ms !== null && ` · ${t('webhooks.took', { ms: delivery.ms })}`}
          </p>
          {delivery.answer && (
            <pre className="rounded-3 border border-line bg-canvas p-4 text-sm wrap-anywhere whitespace-pre-wrap">{delivery.answer}</pre>
          )}
        </div>
      )}
    </li>
  )
}
