import { useQuery } from '@tanstack/react-query'
import { disputeList } from '#contract/sales/disputes'
import type { Operation } from '#contract/sales/operations'
import { isOver } from '#domain/money/cardDispute'
import { query } from '../../platform/api/query.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { whenText } from '../operationStatus/operationText.ts'

/** Until when an operation with an undecided card dispute waits, and for what; null: there is none, or it is not known yet. */
export function useDisputeAnswer(operation: Operation, now: Date): { answer: string; note: string } | null {
  const { merchantId, may } = useMerchant()
  const { data } = useQuery({
    ...query(disputeList, { params: { merchantId, operationId: operation.id }, quiet: true }),
    enabled: may('disputeList'),
  })
  const undecided = data?.results.filter(({ state }) => !isOver(state)) ?? []
  if (undecided.length === 0) return null
  const [first] = undecided.flatMap(({ answerable, answerBy }) => (answerable && answerBy !== null ? [answerBy] : [])).toSorted()
  return first === undefined
    ? { answer: t('operations.detail.untilBank'), note: t('operations.untilNote.disputeBank') }
    : { answer: whenText(new Date(first), now), note: t('operations.untilNote.disputeAnswer') }
}
