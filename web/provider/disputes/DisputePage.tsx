import { shortId } from '#domain/platform/shortId'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { consoleDispute } from '#contract/provider/disputes'
import { dateTime, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { operationHref } from '../frame/operationHref.ts'
import { RequestedButton } from '../frame/RequestedButton.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { disputeKinds } from './disputeKinds.ts'
import { AcceptDispute, CloseDispute, SubmitEvidence } from './DisputeVerbs.tsx'

type Dispute = AnswerOf<typeof consoleDispute>

/** One dispute: the facts, where the money stands, the shop's evidence, and what staff can do. */
export function DisputePage({ params: { disputeId } }: ConsolePageProps<'/console/money/disputes/{disputeId}'>) {
  const read = useQuery(consoleQuery(consoleDispute, { params: { disputeId } }))
  return (
    <ConsolePage
      title={read.data?.merchant.name ?? t('work.kind.dispute')}
      lead={read.data && `${money(read.data.amount)} · ${t(`consoleDisputes.reason.${read.data.reason}`)}`}
      back={{ href: '/console/money/disputes', label: t('consoleDisputes.title') }}
    >
      <ReadState read={read}>
        {(dispute) => (
          <div className="grid max-w-[760px] gap-8">
            <div className="flex flex-wrap items-center gap-4">
              <StatusBadge shape="pill" kind={disputeKinds[dispute.state]} label={t(`consoleDisputes.state.${dispute.state}`)} />
              <Verbs dispute={dispute} />
            </div>
            {dispute.act !== null && <p role="status">{t(`consoleDisputes.act.${dispute.act}`)}</p>}
            <Evidence dispute={dispute} />
            <Facts dispute={dispute} />
            <Money dispute={dispute} />
          </div>
        )}
      </ReadState>
    </ConsolePage>
  )
}

function Verbs({ dispute }: { dispute: Dispute }) {
  const { may } = useStaff()
  const [open, setOpen] = useState<'submit' | 'accept' | 'close' | null>(null)
  const onClose = () => setOpen(null)
  return (
    <>
      {dispute.submittable && may('consoleDisputeSubmit') && (
        <Button variant="filled" onClick={() => setOpen('submit')}>
          {t('consoleDisputes.submit')}
        </Button>
      )}
      {dispute.acceptable && may('consoleDisputeAccept') && (
        <Button onClick={() => setOpen('accept')}>{t('consoleDisputes.accept')}</Button>
      )}
      {dispute.closable && may('consoleDisputeClose') && (
        <RequestedButton call="consoleDisputeClose" params={{ disputeId: dispute.id }} variant="quiet" onClick={() => setOpen('close')}>
          {t('consoleDisputes.close')}
        </RequestedButton>
      )}
      {open === 'submit' && <SubmitEvidence disputeId={dispute.id} onClose={onClose} />}
      {open === 'accept' && <AcceptDispute disputeId={dispute.id} onClose={onClose} />}
      {open === 'close' && <CloseDispute disputeId={dispute.id} onClose={onClose} />}
    </>
  )
}

function Evidence({ dispute: { id, answer, text, files, note } }: { dispute: Dispute }) {
  return (
    <section aria-labelledby="dispute-evidence" className="grid gap-3">
      <h2 id="dispute-evidence" className="text-title-sm font-strong">
        {t('consoleDisputes.evidence')}
      </h2>
      <p>{t(`consoleDisputes.answer.${answer ?? 'none'}`)}</p>
      {answer === 'evidence' && (
        <p className="border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line">{text === '' ? t('consoleDisputes.noText') : text}</p>
      )}
      {files.length > 0 && (
        <ul>
          {files.map(({ id: fileId, kind, fileName }) => (
            <li key={fileId} className="py-1">
              <a className={linkClass} href={`/console/v1/disputes/${id}/files/${fileId}`} download={fileName}>
                {t(`disputes.file.${kind}`)}: {fileName}
              </a>
            </li>
          ))}
        </ul>
      )}
      {note !== '' && <p className="border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line">{note}</p>}
    </section>
  )
}

const shownAt = (at: string | null): string => (at === null ? '—' : dateTime(at))

function Facts({ dispute }: { dispute: Dispute }) {
  const { accountId, merchant, operationId } = dispute
  const operation = (
    <Anchor className={linkClass} href={operationHref({ accountId, merchantId: merchant.id }, operationId)}>
      {shortId(operationId)}
    </Anchor>
  )
  return (
    <section aria-labelledby="dispute-facts" className="grid gap-3">
      <h2 id="dispute-facts" className="text-title-sm font-strong">
        {t('consoleDisputes.facts')}
      </h2>
      <DefinitionList
        items={[
          { term: t('consoleDisputes.operation'), value: operation },
          { term: t('consoleDisputes.reference'), value: <code className="font-code text-sm">{dispute.reference}</code> },
          { term: t('consoleDisputes.code'), value: <code className="font-code text-sm">{dispute.reasonCode}</code> },
          { term: t('consoleDisputes.openedAt'), value: shownAt(dispute.openedAt) },
          { term: t('consoleDisputes.answerBy'), value: shownAt(dispute.answerBy) },
          { term: t('consoleDisputes.dueAt'), value: shownAt(dispute.evidenceDueAt) },
          { term: t('consoleDisputes.submittedAt'), value: shownAt(dispute.submittedAt) },
          { term: t('consoleDisputes.closedAt'), value: shownAt(dispute.closedAt) },
          ...(dispute.closedReason === null ? [] : [{ term: t('consoleDisputes.closedReason'), value: dispute.closedReason }]),
        ]}
      />
    </section>
  )
}

function Money({ dispute }: { dispute: Dispute }) {
  const parts = ['withdrawn', 'fee', 'held', 'lostByProvider', 'chargedToMerchant'] as const
  return (
    <section aria-labelledby="dispute-money" className="grid gap-3">
      <h2 id="dispute-money" className="text-title-sm font-strong">
        {t('consoleDisputes.money')}
      </h2>
      <DefinitionList items={parts.map((part) => ({ term: t(`consoleDisputes.${part}`), value: money(dispute[part]) }))} />
    </section>
  )
}
