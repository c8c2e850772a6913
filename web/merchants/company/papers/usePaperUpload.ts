import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { documentUpload, type Paper } from '#contract/merchants/documents'
import { maxPagesOf, type PaperSide, type PaperType } from '#domain/merchants/company/papers'
import type { PictureProblem } from '#domain/merchants/company/pictureQuality'
import type { PaperDoubt } from '#domain/merchants/company/paperDoubts'
import { isApiFailure } from '../../../platform/api/apiFailure.ts'
import { newKey } from '../../../platform/api/call.ts'
import { write } from '../../../platform/api/write.ts'
import { t } from '../../../platform/i18n/t.ts'
import { failureWords } from '../../../platform/shared/failureWords.ts'
import { fileProblem } from './fileProblem.ts'
import { lookAtPicture } from './lookAtPicture.ts'
import { readThrough } from './readThrough.ts'
import { papersRead } from '../companyReads.ts'

/** Hands a paper in; by default as the signed-in owner. */
export type SendPaper = (
  paper: { type: PaperType; side: PaperSide; file: File; key: string },
  way: { signal: AbortSignal; onUpload: (share: number) => void },
) => Promise<Paper>

export type PaperUpload = {
  /** The file is being looked at, on this device. */
  looking: boolean
  /** Share of the file that has left, 0 to 1; null when nothing is on its way. */
  share: number | null
  problem: string | null
  /** A photograph that is hard to read, or a paper that may not be the right one: still on this device. */
  doubts: { file: File; problems: readonly (PictureProblem | PaperDoubt)[] } | null
  take: (file: File) => void
  /** Hands it in all the same. */
  insist: () => void
  dismiss: () => void
}

type State = Pick<PaperUpload, 'looking' | 'share' | 'problem' | 'doubts'>
const idle: State = { looking: false, share: null, problem: null, doubts: null }

const sendAsOwner: SendPaper = ({ type, side, file, key }, way) =>
  write(documentUpload, { body: { type, side }, file, key, mode: 'live', ...way })

/** One place for one file of a paper: looked at on the device, sent once, told how far it has come. */
export function usePaperUpload(type: PaperType, side: PaperSide, onKept: () => void, send: SendPaper = sendAsOwner): PaperUpload {
  const client = useQueryClient()
  const [state, setState] = useState(idle)
  // Another file, or leaving the page, gives up the one before, wherever it is.
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])
  const begin = (): AbortSignal => {
    running.current.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  const upload = async (file: File, signal: AbortSignal) => {
    setState({ ...idle, share: 0 })
    try {
      const way = { signal, onUpload: (share: number) => setState({ ...idle, share }) }
      const kept = await send({ type, side, file, key: newKey() }, way)
      client.setQueryData(papersRead().queryKey, (papers) => papers?.map((paper) => (paper.type === type ? kept : paper)))
      setState(idle)
      onKept()
    } catch (error) {
      if (!signal.aborted) setState({ ...idle, problem: isApiFailure(error) ? error.message : failureWords(error) })
    }
  }
  const look = async (file: File) => {
    const signal = begin()
    setState({ ...idle, looking: true })
    const wrong = await fileProblem(file, maxPagesOf(type)).catch(() => 'kind' as const)
    if (signal.aborted) return
    if (wrong !== null)
      return setState({ ...idle, problem: t(`bankAccounts.certificate.${wrong}`, { name: file.name, most: String(maxPagesOf(type)) }) })
    const problems = [...(await lookAtPicture(file).catch(() => [])), ...(await readThrough(type, file).catch(() => []))]
    if (signal.aborted) return
    if (problems.length > 0) setState({ ...idle, doubts: { file, problems } })
    else await upload(file, signal)
  }
  return {
    ...state,
    take: (file) => void look(file),
    insist: () => state.doubts && void upload(state.doubts.file, begin()),
    dismiss: () => setState(idle),
  }
}
