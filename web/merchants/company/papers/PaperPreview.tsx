import { useEffect, useRef, useState } from 'react'
import { documentFile, type PaperFile } from '#contract/merchants/documents'
import type { PaperLine } from '#domain/merchants/company/paperText'
import { load } from '../../../platform/api/load.ts'
import { t } from '../../../platform/i18n/t.ts'
import { failureMessage } from '../../../platform/feedback/failureMessage.ts'
import { Dialog } from '../../../platform/feedback/Dialog.tsx'
import { saveFile } from '../../../platform/lists/saveFile.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Skeleton } from '../../../platform/ui/tables/Skeleton.tsx'
import { readPaper } from './usePaperText.ts'

type Shown = { blob: Blob; picture: ImageBitmap | null; lines: readonly PaperLine[] }

/** Reads an uploaded file to show it: a picture as it is, the first page of a PDF by its text. */
async function show(documentId: string): Promise<Shown> {
  const blob = await load(documentFile, { params: { documentId }, mode: 'live' })
  if (blob.type.startsWith('image/')) return { blob, picture: await createImageBitmap(blob), lines: [] }
  return { blob, picture: null, lines: (await readPaper(blob)).filter(({ page }) => page === 1) }
}

/** What was uploaded, as its owner sees it again before sending it to review; it can be downloaded from here. */
export function PaperPreview({ file, onClose }: { file: PaperFile; onClose: () => void }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    let closed = false
    show(file.uuid).then(
      (read) => closed || setShown(read),
      (failure: unknown) => closed || setError(failure),
    )
    return () => {
      closed = true
    }
  }, [file.uuid])
  return (
    <Dialog
      title={file.fileName}
      onClose={onClose}
      firstFocus="h2"
      footer={shown && <Button onClick={() => saveFile(shown.blob, file.fileName)}>{t('company.paper.download')}</Button>}
    >
      {error !== null && <p className="text-danger-ink">{failureMessage(error)}</p>}
      {error === null && shown === null && <Skeleton width={240} />}
      {shown?.picture && <Picture picture={shown.picture} label={file.fileName} />}
      {shown &&
        !shown.picture &&
        (shown.lines.length > 0 ? <FirstPage lines={shown.lines} /> : <p className="text-ink-2">{t('company.paper.scan')}</p>)}
    </Dialog>
  )
}

function Picture({ picture, label }: { picture: ImageBitmap; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => canvas.current?.getContext('2d')?.drawImage(picture, 0, 0), [picture])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={picture.width}
      height={picture.height}
      className="mx-auto block max-h-[60vh] max-w-full rounded-2 border border-line"
    />
  )
}

/** The text of a PDF's first page where it stands, on white paper. */
function FirstPage({ lines }: { lines: readonly PaperLine[] }) {
  const width = 1_000
  const height = width / (lines[0]?.shape ?? 210 / 297)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="mx-auto block max-h-[60vh] max-w-full rounded-2 border border-line bg-white">
      {lines.map(({ line, text, box }) => (
        <text
          key={line}
          x={box.x * width}
          y={(box.y + box.height) * height}
          fontSize={Math.max(box.height * height * 0.9, 9)}
          textLength={Math.max(box.width * width, 1)}
          lengthAdjust="spacingAndGlyphs"
          fill="#1e1a16"
        >
          {text}
        </text>
      ))}
    </svg>
  )
}
