import { useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { type consoleReview, consoleReviewFile, type ReviewDocument } from '#contract/provider/review'
import { useKeys } from '../frame/useKeys.ts'
import { usePaperFindings } from './usePaperFindings.ts'
import { useReviewFile } from './useReviewFile.ts'

export type ReviewData = AnswerOf<typeof consoleReview>
type Type = ReviewDocument['type']

/** The document and side in view, its file and what is read in it. Deciding on a document opens the next one that is open. */
export function useReview({ documents, accountId, isMasked }: ReviewData, reason: string | undefined) {
  const [chosen, setChosen] = useState<{ type: Type; side: number } | null>(null)
  // Decided on this page, before the next reading says so.
  const [decided, setDecided] = useState<readonly Type[]>([])
  const open = documents.filter(({ type, files }) => !decided.includes(type) && files.some(({ status }) => status === 'in_review'))
  const present = documents.find(({ type }) => type === chosen?.type) ?? open[0] ?? documents[0]
  const shown = present?.files[chosen?.side ?? 0]
  const query = reason === undefined ? {} : { reason }
  const file = useReviewFile(consoleReviewFile, shown && !isMasked ? { params: { accountId, documentId: shown.id }, query } : null)
  const findings = usePaperFindings(file.data, present?.type ?? 'cif')
  const choose = (type: Type, side = 0) => setChosen({ type, side })
  const step = (by: number) => {
    const next = documents[documents.findIndex(({ type }) => type === present?.type) + by]
    if (next) choose(next.type)
  }
  useKeys({ ArrowRight: () => step(1), ArrowLeft: () => step(-1) })
  return {
    open,
    present,
    shown,
    file,
    findings,
    choose,
    decide: (type: Type) => {
      setDecided([...decided, type])
      setChosen(null)
    },
  }
}
