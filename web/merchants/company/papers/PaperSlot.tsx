import Camera from 'lucide-react/icons/camera'
import CircleAlert from 'lucide-react/icons/circle-alert'
import FileUp from 'lucide-react/icons/file-up'
import type { PaperSide, PaperType } from '#domain/merchants/company/papers'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { FileDrop } from '../../../platform/ui/forms/FileDrop.tsx'
import { ProgressBar } from '../../../platform/ui/feedback/ProgressBar.tsx'
import { PaperThumb } from './PaperThumb.tsx'
import { usePaperUpload, type SendPaper } from './usePaperUpload.ts'

type PaperSlotProps = { type: PaperType; side: PaperSide; onKept: () => void; send?: SendPaper }

/** The input of one file of a document: dropped, chosen or photographed, and checked before it is uploaded. */
export function PaperSlot({ type, side, onKept, send }: PaperSlotProps) {
  const upload = usePaperUpload(type, side, onKept, send)
  const [id, noteId] = [`paper-${type}-${side}`, `paper-${type}-${side}-note`]
  const name = t(`company.paper.${type}`)
  const what = type === 'signatory_dni' ? t(`company.side.${side}`) : name
  const sending = upload.share !== null
  return (
    <div role="group" aria-label={type === 'signatory_dni' ? `${name}: ${what}` : name} className="grid content-start gap-2">
      {type === 'signatory_dni' && <p className="text-sm font-medium text-ink-2">{what}</p>}
      {upload.doubts ? (
        <Doubts upload={upload} />
      ) : (
        <FileDrop
          id={id}
          describedBy={noteId}
          invitation={t('company.paper.drop')}
          chooseLabel={t('shell.chooseFile')}
          icon={<FileUp aria-hidden />}
          cameraLabel={t('company.paper.photo')}
          cameraIcon={<Camera aria-hidden />}
          accept="application/pdf,image/jpeg,image/png"
          busy={sending || upload.looking}
          busyLabel={t(sending ? 'company.paper.sending' : 'company.paper.looking')}
          onFile={upload.take}
          limits={t('company.paper.limits')}
        />
      )}
      {upload.chosen && <Chosen file={upload.chosen} />}
      {sending && <ProgressBar percent={(upload.share ?? 0) * 100} label={t('company.paper.progress')} />}
      <p id={noteId} role={upload.problem ? 'alert' : undefined} className="flex items-start gap-1.5 text-sm text-danger-ink empty:hidden">
        {upload.problem && <CircleAlert aria-hidden className="mt-0.5 size-3.75 flex-none" />}
        {upload.problem && <span>{upload.problem}</span>}
      </p>
    </div>
  )
}

/** The problems of a photograph, before it is uploaded: take another one, or upload it anyway. */
function Doubts({ upload }: { upload: ReturnType<typeof usePaperUpload> }) {
  return (
    <Banner
      tone="warning"
      live
      title={t('company.doubt.title')}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={upload.dismiss}>
            {t('company.doubt.another')}
          </Button>
          <Button size="small" variant="quiet" onClick={upload.insist}>
            {t('company.doubt.insist')}
          </Button>
        </div>
      }
    >
      <ul>
        {upload.doubts?.map((problem) => (
          <li key={problem}>{t(`company.doubt.${problem}`)}</li>
        ))}
      </ul>
    </Banner>
  )
}

/** What was chosen, while it is still on this device alone. */
function Chosen({ file }: { file: File }) {
  return (
    <div className="flex items-center gap-3">
      <PaperThumb file={file} label={file.name} large />
      <span className="min-w-0 text-sm text-ink-2 wrap-anywhere">{file.name}</span>
    </div>
  )
}
