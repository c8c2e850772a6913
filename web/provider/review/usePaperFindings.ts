import { useQuery } from '@tanstack/react-query'
import { ibansIn } from '#domain/merchants/company/certificate'
import { documentWarnings, statedExpiry } from '#domain/merchants/company/documentWarnings'
import type { PaperType } from '#domain/merchants/company/papers'
import { groupIban } from '#domain/money/iban'
import { madridDay } from '#domain/platform/dates'
import { serverNow } from '../../platform/api/serverClock.ts'
import { t } from '../../platform/i18n/t.ts'

type PaperFindings = { expiresOn: string | null; checks: { result: 'right' | 'doubtful'; text: string }[] }

/** What the text of a PDF says, read on this device: its last day, account numbers, and whether it seems another document or an old one. Null: not read. */
export function usePaperFindings(file: File | undefined, type: PaperType): PaperFindings | null {
  const { data } = useQuery({
    queryKey: ['review-text', file?.name, file?.size, type],
    enabled: file?.type === 'application/pdf',
    staleTime: Infinity,
    retry: false,
    queryFn: () => findingsOf(file, type),
  })
  return data ?? null
}

async function findingsOf(file: File | undefined, type: PaperType): Promise<PaperFindings | null> {
  if (!file) return null
  const { pdfLines } = await import('../../merchants/company/papers/pdfPaper.ts')
  const lines = await pdfLines(file)
  const numbers = type === 'bank_account_certificate' ? [...new Set(ibansIn(lines).map(({ value }) => value))] : []
  return {
    expiresOn: type === 'signatory_dni' ? statedExpiry(lines) : null,
    checks: [
      ...numbers.map((iban) => ({ result: 'right' as const, text: t('review.found.iban', { iban: groupIban(iban) }) })),
      ...documentWarnings(type, lines, madridDay(serverNow())).map((code) => ({
        result: 'doubtful' as const,
        text: t(`review.found.${code}`),
      })),
    ],
  }
}
