import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { documentUpload, type Paper } from '#contract/merchants/documents'
import { maxPagesOf, type PaperSide, type PaperType } from '#domain/merchants/company/papers'
import type { PictureProblem } from '#domain/merchants/company/pictureQuality'
import type { DocumentWarning } from '#domain/merchants/company/documentWarnings'
import { isApiFailure } from '../../../platform/api/apiFailure.ts'
import { newKey } from '../../../platform/api/call.ts'
import { write } from '../../../platform/api/write.ts'
import { t } from '../../../platform/i18n/t.ts'
import { failureMessage } from '../../../platform/feedback/failureMessage.ts'
import { fileProblem } from './fileProblem.ts'
import { checkPhoto } from './checkPhoto.ts'
import { documentProblems } from './documentProblems.ts'
import { paperFileRead, papersRead } from '../companyReads.ts'

/** Uploads a document; by default as the signed-in owner. */
export type SendPaper = (
  paper: { type: PaperType; side: PaperSide; file: File; key: string },
  way: { signal: AbortSignal; onUpload: (share: number) => void },
) => Promise<Paper>

type PaperUpload = {
  /** The file is being checked on this device. */
  looking: boolean
  /** Upload progress, 0 to 1; null when no upload is in flight. */
  share: number | null
  problem: string | null
  /** The file that is being checked or uploaded, or that is doubtful. */
  chosen: File | null
  /** A photograph of poor quality, or a document that may be the wrong one: not uploaded yet. */
  doubts: readonly (PictureProblem | DocumentWarning)[] | null
  take: (file: File) => void
  /** Uploads it anyway. */
  insist: () => void
  dismiss: () => void
}

type State = Pick<PaperUpload, 'looking' | 'share' | 'problem' | 'chosen' | 'doubts'>
const idle: State = { looking: false, share: null, problem: null, chosen: null, doubts: null }

const sendAsOwner: SendPaper = ({ type, side, file, key }, way) =>
  write(documentUpload, { body: { type, side }, file, key, mode: 'live', ...way })

/** One file input of a document: checked on the device, uploaded once, with progress. */
export function usePaperUpload(type: PaperType, side: PaperSide, onKept: () => void, send: SendPaper = sendAsOwner): PaperUpload {
  const client = useQueryClient()
  const [state, setState] = useState(idle)
  // Choosing another file, or leaving the page, aborts the previous check or upload.
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])
  const begin = (): AbortSignal => {
    running.current.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  const upload = async (file: File, signal: AbortSignal) => {
    setState({ ...idle, chosen: file, share: 0 })
    try {
      const way = { signal, onUpload: (share: number) => setState({ ...idle, chosen: file, share }) }
      const uploaded = await send({ type, side, file, key: newKey() }, way)
      const [stored] = uploaded.files
        .filter((one) => one.side === side && one.fileName === file.name)
        .toSorted((a, b) => b.uploadedAt.localeCompare(a.uploadedAt))
      if (stored) client.setQueryData(paperFileRead(stored.uuid).queryKey, file)
      client.setQueryData(papersRead().queryKey, (papers) => papers?.map((paper) => (paper.type === type ? uploaded : paper)))
      setState(idle)
      onKept()
    } catch (error) {
      if (!signal.aborted) setState({ ...idle, problem: isApiFailure(error) ? error.message : failureMessage(error) })
    }
  }
  const checkFile = async (file: File) => {
    const signal = begin()
    setState({ ...idle, chosen: file, looking: true })
    const wrong = await fileProblem(file, maxPagesOf(type)).catch(() => 'kind' as const)
    if (signal.aborted) return
    if (wrong !== null)
      return setState({ ...idle, problem: t(`bankAccounts.certificate.${wrong}`, { name: file.name, most: String(maxPagesOf(type)) }) })
    const problems = [...(await checkPhoto(file).catch(() => [])), ...(await documentProblems(type, file).catch(() => []))]
    if (signal.aborted) return
    if (problems.length > 0) setState({ ...idle, chosen: file, doubts: problems })
    else await upload(file, signal)
  }
  return {
    ...state,
    take: (file) => void checkFile(file),
    insist: () => state.chosen && void upload(state.chosen, begin()),
    dismiss: () => setState(idle),
  }
}
