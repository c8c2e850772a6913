import './scanView.css'
import { useEffect, useRef, useState } from 'react'
import { settings } from '../api/settings.ts'
import { t } from '../i18n/t.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { type CodeMeaning, codeMeaning } from './codeMeaning.ts'
import { Dialog } from '../feedback/Dialog.tsx'
import { useScanner } from './useScanner.ts'

type ScanDialogProps = {
  forRefund: boolean
  /** Called once, with the first code that has a meaning. */
  onFound: (meaning: Exclude<CodeMeaning, { kind: 'foreign' }>) => void
  onClose: () => void
}

/** Our own hosts: this one, and that of the customers’ pages. */
const ownHosts = () => {
  const { checkoutUrl } = settings().hosts
  return [location.host, ...(URL.canParse(checkoutUrl) ? [new URL(checkoutUrl).host] : [])]
}

/** The camera, and an input to type the code instead. Images are processed on this device and not stored. */
export function ScanDialog({ forRefund, onFound, onClose }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null)
  const done = useRef(false)
  const [typed, setTyped] = useState('')
  const [foreign, setForeign] = useState(false)
  const take = (text: string) => {
    if (done.current) return
    const meaning = codeMeaning(text, ownHosts())
    setForeign(meaning.kind === 'foreign')
    if (meaning.kind === 'foreign') return
    done.current = true
    navigator.vibrate?.(30)
    onFound(meaning)
  }
  const state = useScanner(video, take)
  const seen = state === 'starting' || state === 'reading' || state === 'readingQr'
  useEffect(() => {
    // Without a camera the input remains.
    if (!seen) document.getElementById('scan-typed')?.focus()
  }, [seen])
  return (
    <Dialog
      title={t(forRefund ? 'shell.scan.titleRefund' : 'shell.scan.title')}
      subtitle={t('shell.scan.subtitle')}
      onClose={onClose}
      onSubmit={() => typed.trim() !== '' && take(typed)}
      firstFocus="h2"
      footer={
        <Button variant="filled" size="large" type="submit" disabledReason={typed.trim() === '' ? t('shell.scan.typeFirst') : null}>
          {t('shell.scan.search')}
        </Button>
      }
    >
      <div className="grid gap-4">
        {seen ? (
          <div className="scan-view">
            <video ref={video} muted playsInline aria-label={t('shell.scan.view')} />
          </div>
        ) : (
          <Banner tone="warning" live title={t(`shell.scan.${state}`)}>
            {t(`shell.scan.${state}Detail`)}
          </Banner>
        )}
        <p role="status" className={`text-md ${foreign ? 'text-danger-ink' : 'text-ink-3'}`}>
          {foreign ? t('shell.scan.foreign') : seen ? t(`shell.scan.${state}`) : ''}
        </p>
        <Field id="scan-typed" label={t('shell.scan.typed')} help={t('shell.scan.typedHelp')}>
          <TextInput
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setForeign(false)
            }}
          />
        </Field>
      </div>
    </Dialog>
  )
}
