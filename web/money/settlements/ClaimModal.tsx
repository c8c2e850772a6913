import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput } from '#contract/platform/endpoint'
import { settlementClaimOpen, type SettlementRow } from '#contract/money/settlements'
import { madridDay } from '#domain/platform/dates'
import { MAX_CLAIM_TEXT } from '#domain/money/settlementClaim'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useRealNow } from '../../platform/requests/useRealNow.ts'
import { useSend } from '../../platform/requests/useSend.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { showToast } from '../../platform/feedback/toasts.ts'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { claimBody, type ClaimDraft } from './claimDraft.ts'

type ClaimModalProps = {
  settlement: SettlementRow
  /** The bank statement's data, which the member can edit before sending. */
  bank: { amount: number; on: string | null } | null
  /** Difference not explained by the settlement's lines, if any. */
  unexplained?: number
  /** The answered claim that the member disagrees with; this one closes it. */
  disagrees?: string
  onClose: () => void
}

/** Opens a claim: the bank's amount and date, a note, and the attached evidence. */
export function ClaimModal({ settlement, bank, unexplained = 0, disagrees, onClose }: ClaimModalProps) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const today = madridDay(useRealNow())
  const [draft, setDraft] = useState<ClaimDraft>({ amount: bank?.amount ?? null, on: bank?.on ?? null, note: '' })
  const { busy, error, submit } = useSend(async (body: BodyInput<typeof settlementClaimOpen>, key) => {
    await write(settlementClaimOpen, {
      params: { merchantId, settlementId: settlement.id },
      body: { ...body, ...(disagrees && { disagrees }) },
      key,
    })
    await client.invalidateQueries({ queryKey: ['settlementDetail'] })
    if (disagrees) void client.invalidateQueries({ queryKey: ['inboxList'] })
    showToast(t('settlements.claim.sent'), { key: 'claim' })
    onClose()
  })
  const change = (some: Partial<ClaimDraft>) => setDraft((known) => ({ ...known, ...some }))
  const ofLines = unexplained !== 0
  const { body, problem } = claimBody(draft, { paid: settlement.netAmount, today, ofLines })
  const refused = isApiFailure(error) ? error.fields.get('bank')?.message : undefined
  return (
    <Dialog
      title={t('settlements.claim.verbOf', { reference: settlement.reference })}
      subtitle={
        ofLines
          ? t('settlements.equation.difference', { amount: money(unexplained) })
          : t('settlements.claim.paid', { amount: money(settlement.netAmount), date: date(settlement.paidAt ?? settlement.valueOn) })
      }
      onClose={onClose}
      closeOnOutside={false}
      locked={busy}
      onSubmit={() => body && submit(body)}
      note={t('settlements.claim.evidence')}
      footer={
        <DialogActions
          onBack={onClose}
          busy={busy}
          busyLabel={t('shell.sending')}
          disabledReason={problem === null ? null : t(`settlements.claim.problem.${problem}`)}
        >
          {t('settlements.claim.verb')}
        </DialogActions>
      }
    >
      <div className="grid gap-5 *:min-w-0">
        {!ofLines && (
          <>
            <Field label={t('settlements.claim.came')} help={t('settlements.claim.cameHelp')} error={refused}>
              <MoneyInput value={draft.amount} onChange={(amount) => change({ amount })} />
            </Field>
            {draft.amount !== 0 && (
              <Field label={t('settlements.claim.cameOn')}>
                <DateInput value={draft.on} max={today} pickerLabel={t('settlements.dates.calendar')} onChange={(on) => change({ on })} />
              </Field>
            )}
          </>
        )}
        <Field label={t('settlements.claim.note')} help={t('settlements.claim.noteHelp')}>
          <Textarea value={draft.note} maxLength={MAX_CLAIM_TEXT} onChange={(event) => change({ note: event.target.value })} />
        </Field>
      </div>
      <SendProblem error={refused === undefined ? error : null} />
    </Dialog>
  )
}
