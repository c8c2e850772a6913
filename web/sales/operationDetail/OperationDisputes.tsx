import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Dispute, disputeAccept, disputeList } from '#contract/sales/disputes'
import type { Operation } from '#contract/sales/operations'
import { cents, formatEuros } from '#domain/platform/money'
import { query } from '../../platform/api/query.ts'
import { write } from '../../platform/api/write.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ConfirmDialog } from '../../platform/requests/ConfirmDialog.tsx'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useSend } from '../../platform/requests/useSend.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { DisputeEvidence } from './DisputeEvidence.tsx'
import { DisputeFiles } from './DisputeFiles.tsx'
import { SectionTitle } from './SectionTitle.tsx'
import { answerableUntil } from './useDisputeAnswer.ts'
import { useRefreshDisputes } from './useRefreshDisputes.ts'

const kinds: Readonly<Record<Dispute['state'], StatusKind>> = {
  inquiry: 'merchant',
  needs_response: 'merchant',
  under_review: 'customer',
  won: 'accepted-filled',
  lost: 'rejected',
  dismissed: 'stopped',
}

/** What the customer disputes at their bank: the reason, until when to answer, what helps, the shop's evidence, and how it ended. Nothing without a dispute. */
export function OperationDisputes({ operation, now }: { operation: Operation; now: Date }) {
  const { merchantId, may } = useMerchant()
  const read = useQuery({
    ...query(disputeList, { params: { merchantId, operationId: operation.id }, quiet: true }),
    enabled: may('disputeList'),
  })
  if (read.isError && !read.data)
    return <FailureCard title={t('disputes.failed')} error={read.error} onRetry={() => void read.refetch()} retrying={read.isFetching} />
  return read.data?.results.map((dispute) => <DisputeSection key={dispute.id} dispute={dispute} operationId={operation.id} now={now} />)
}

function DisputeSection({ dispute, operationId, now }: { dispute: Dispute; operationId: string; now: Date }) {
  const { may } = useMerchant()
  const { id, state, answerable, answer, submittedAt, text, files } = dispute
  const until = answerableUntil(dispute, now)
  const isOpen = state === 'inquiry' || state === 'needs_response'
  const isAnswered = isOpen && answer !== null
  return (
    <section aria-labelledby={`dispute-${id}`} className="grid gap-3">
      <SectionTitle id={`dispute-${id}`}>{t('disputes.title')}</SectionTitle>
      <div>
        <StatusBadge
          shape="pill"
          kind={isAnswered ? 'customer' : kinds[state]}
          label={t(isAnswered ? 'disputes.state.answered' : `disputes.state.${state}`)}
        />
      </div>
      <p className="wrap-anywhere">{whatText(dispute)}</p>
      {until !== null && !isAnswered && <p className="font-strong">{t('disputes.answerBy', { when: dateTime(until.toISOString()) })}</p>}
      {isOpen && answer === 'accepted' && <p>{t('disputes.accepted')}</p>}
      {submittedAt !== null && <p className="text-sm text-ink-3">{t('disputes.submitted', { when: dateTime(submittedAt) })}</p>}
      {answerable && may('disputeAnswer') && (
        <>
          <p>
            <span className="block text-sm text-ink-3">{t('disputes.help')}</span>
            {t(`disputes.help.${dispute.reason}`)}
          </p>
          <DisputeFiles dispute={dispute} operationId={operationId} />
          <DisputeEvidence dispute={dispute} operationId={operationId} />
        </>
      )}
      {!answerable && text !== '' && <p className="border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line">{text}</p>}
      {!answerable && files.length > 0 && <p className="text-sm text-ink-3">{files.map(({ fileName }) => fileName).join(', ')}</p>}
      {dispute.acceptable && may('disputeAccept') && <Accept dispute={dispute} operationId={operationId} />}
    </section>
  )
}

const euros = (amount: number): string => formatEuros(cents(amount))

function whatText({ state, amount, reason, bearer, charged }: Dispute): string {
  const values = { amount: euros(amount), reason: t(`disputes.reason.${reason}`) }
  switch (state) {
    case 'inquiry':
      return t('disputes.what.inquiry', values)
    case 'needs_response':
      return t('disputes.what.open', values)
    case 'under_review':
      return t('disputes.what.under_review')
    case 'won':
      return t('disputes.what.won')
    case 'dismissed':
      return t('disputes.what.dismissed')
    case 'lost':
      if (bearer === 'provider') return t('disputes.what.lost.provider')
      return t('disputes.what.lost.merchant', {
        total: euros(charged.amount + charged.fee + charged.vat),
        amount: euros(charged.amount),
        fee: euros(charged.fee),
        vat: euros(charged.vat),
      })
  }
}

function Accept({ dispute: { id: disputeId, amount }, operationId }: { dispute: Dispute; operationId: string }) {
  const { merchantId } = useMerchant()
  const refresh = useRefreshDisputes()
  const [asks, setAsks] = useState(false)
  const { busy, error, submit } = useSend(async (_: null, key) => {
    await write(disputeAccept, { params: { merchantId, operationId, disputeId }, key })
    setAsks(false)
    await refresh()
  })
  return (
    <div>
      <Button variant="quiet" onClick={() => setAsks(true)}>
        {t('disputes.accept')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={t('disputes.accept.title')}
          verb={t('disputes.accept.confirm')}
          busyLabel={t('disputes.accept.busy')}
          busy={busy}
          onConfirm={() => submit(null)}
          onClose={() => setAsks(false)}
        >
          <p>{t('disputes.accept.text', { amount: euros(amount) })}</p>
          <SendProblem error={error} />
        </ConfirmDialog>
      )}
    </div>
  )
}
