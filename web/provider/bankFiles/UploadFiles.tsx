import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { consoleBankFilePreview, consoleBankFileRead } from '#contract/provider/bankFiles'
import { queryClient } from '../../platform/api/queryClient.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { FileDrop } from '../../platform/ui/forms/FileDrop.tsx'
import { callConsole } from '../api/callConsole.ts'
import { PreviewCard, type ChosenFile } from './PreviewCard.tsx'

/** The largest file, as on the server. */
const maxBytes = 2_000_000

let chosenFiles = 0

/** Files chosen or dropped, what each would do, and one button that applies them. */
export function UploadFiles() {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [busy, setBusy] = useState(false)
  const change = (key: number, state: ChosenFile['state'], content?: string) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, state, ...(content !== undefined && { content }) } : one)))
  const add = async (file: File) => {
    const key = (chosenFiles += 1)
    setFiles((all) => [...all, { key, name: file.name, content: '', state: 'reading' }])
    if (file.size > maxBytes) return change(key, { problem: t('bankFiles.large') })
    try {
      const content = await base64Of(file)
      const { answer } = await callConsole(consoleBankFilePreview, { body: { name: file.name.slice(0, 200), content } })
      if (answer) change(key, { preview: answer }, content)
    } catch (error) {
      change(key, { problem: failureMessage(error) })
    }
  }
  const ready = files.filter(({ state }) => state !== 'reading' && 'preview' in state && state.preview.earlier === null)
  const apply = async () => {
    setBusy(true)
    let done = 0
    for (const { key, name, content } of ready)
      try {
        await callConsole(consoleBankFileRead, { body: { name: name.slice(0, 200), content } })
        done += 1
        setFiles((all) => all.filter((one) => one.key !== key))
      } catch (error) {
        change(key, { problem: failureMessage(error) })
      }
    setBusy(false)
    if (done > 0) showToast(t('bankFiles.done', { count: done }))
    void queryClient.invalidateQueries({ queryKey: ['console'] })
  }
  return (
    <div className="grid gap-5 pb-7">
      <FileDrop
        multiple
        invitation={t('bankFiles.drop')}
        chooseLabel={t('bankFiles.choose')}
        icon={<Upload aria-hidden />}
        accept=".xml,.txt,application/xml,text/xml"
        limits={t('bankFiles.dropHelp')}
        onFile={(file) => void add(file)}
      />
      {files.length > 0 && (
        <section aria-labelledby="bank-preview" className="grid gap-4">
          <h2 id="bank-preview" className="font-display text-title-sm font-title">
            {t('bankFiles.preview')}
          </h2>
          {files.map((file) => (
            <PreviewCard key={file.key} file={file} onRemove={() => setFiles((all) => all.filter(({ key }) => key !== file.key))} />
          ))}
          {ready.length > 0 && (
            <div>
              <Button variant="filled" busy={busy} busyLabel={t('shell.sending')} onClick={() => void apply()}>
                {t('bankFiles.apply', { count: ready.length })}
              </Button>
            </div>
          )}
        </section>
      )}
    </div>
  )
}

/** The bytes of a file in base64, as they are: the server finds out their encoding. */
async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let from = 0; from < bytes.length; from += 32_768) text += String.fromCharCode(...bytes.subarray(from, from + 32_768))
  return btoa(text)
}
