import { useState } from 'react'
import { delegatedUpload } from '#contract/merchants/delegation'
import type { Paper } from '#contract/merchants/documents'
import { call } from '../../platform/api/call.ts'
import { PaperCard } from '../company/papers/PaperCard.tsx'
import type { HeldLink } from './delegatedLink.ts'

/** One document, uploaded by the delegate. */
export function DelegatedPaper({ link, first }: { link: HeldLink; first: Paper }) {
  const [paper, setPaper] = useState(first)
  return (
    <PaperCard
      paper={paper}
      onKept={() => {}}
      send={async ({ side, file, key }, way) => {
        const stored = await call(delegatedUpload, { body: { ...link, side }, file, key, mode: 'live', quiet: true, ...way })
        setPaper(stored)
        return stored
      }}
    />
  )
}
