import { useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { tillOpen, type Till } from '#contract/access/tills'
import { formatTillCode, tillNameMax } from '#domain/access/till'
import { write } from '../../platform/api/write.ts'
import { time } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { QrCode } from '../../platform/ui/figures/QrCode.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useTeamWrite } from './useTeamWrite.ts'

type Opened = AnswerOf<typeof tillOpen>

/** A till's name and merchant, then the code that its device enters. `tills` is polled meanwhile to see when it has. */
export function OpenTillDialog({ tills, onClose }: { tills: readonly Till[]; onClose: () => void }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  if (!opened) return <NameTill onOpened={setOpened} onClose={onClose} />
  const present = tills.find(({ id }) => id === opened.till.id)
  return <ShowCode opened={opened} entered={present?.state === 'open'} onClose={onClose} />
}

function NameTill({ onOpened, onClose }: { onOpened: (opened: Opened) => void; onClose: () => void }) {
  const { merchants, merchant } = useSession()
  const [name, setName] = useState('')
  const [merchantId, setMerchantId] = useState(merchant?.id ?? merchants[0]?.id ?? '')
  const { busy, problems, show, run } = useTeamWrite()
  const open = async () => {
    if (name.trim() === '') return show({ name: t('errors.field.required') })
    const body = { merchantId, name }
    const answer = await run(t('tills.dialog.why'), body, (key) => write(tillOpen, { body, key, mode: 'live' }))
    if (answer) onOpened(answer)
  }
  return (
    <Dialog
      title={t('tills.dialog.title')}
      onClose={onClose}
      onSubmit={() => void open()}
      footer={
        <DialogActions onBack={onClose} busy={busy} busyLabel={t('shell.creating')}>
          {t('tills.dialog.submit')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field label={t('tills.dialog.name')} help={t('tills.dialog.nameHint')} error={problems['name']} required>
          <TextInput maxLength={tillNameMax} value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        {merchants.length > 1 && (
          <Field label={t('shell.heading.shop')} error={problems['merchant_id']} required>
            <Select value={merchantId} onChange={(event) => setMerchantId(event.target.value)}>
              {merchants.map((shop) => (
                <option key={shop.id} value={shop.id}>
                  {shop.name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <ErrorBanner>{problems['form']}</ErrorBanner>
      </div>
    </Dialog>
  )
}

function ShowCode({ opened: { till, code, expiresAt }, entered, onClose }: { opened: Opened; entered: boolean; onClose: () => void }) {
  const address = `${location.origin}${paths.till()}`
  const link = `${address}#${till.id}.${code}`
  return (
    <Dialog
      title={t('tills.code.title', { name: till.name })}
      subtitle={entered ? undefined : t('tills.code.lead', { address })}
      closeLabel={t('tills.dialog.done')}
      closeOnOutside={false}
      firstFocus="h2"
      onClose={onClose}
      note={entered ? undefined : t('tills.code.until', { clock: time(expiresAt) })}
      footer={
        <Button variant="filled" onClick={onClose}>
          {t('tills.dialog.done')}
        </Button>
      }
    >
      {entered ? (
        <Banner live>{t('tills.code.entered', { name: till.name })}</Banner>
      ) : (
        <div className="grid justify-items-center gap-4">
          <div className="w-full max-w-[220px]">
            <QrCode text={link} label={t('tills.code.label')} />
          </div>
          <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
            <code className="text-lg font-medium">{formatTillCode(code)}</code>
            <CopyButton text={formatTillCode(code)} label={t('shell.copy')} copiedLabel={t('tills.code.copied')} />
          </div>
          <div className="text-center">
            <Button onClick={() => location.assign(link)}>{t('tills.code.here')}</Button>
            <p className="mt-2 text-sm text-ink-3">{t('tills.code.hereHint')}</p>
          </div>
        </div>
      )}
    </Dialog>
  )
}
