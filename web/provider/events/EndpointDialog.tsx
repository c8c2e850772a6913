import { useState } from 'react'
import { providerEndpointChange, providerEndpointCreate, type ProviderEndpoint } from '#contract/provider/events'
import { providerEventTypes, type ProviderEventType } from '#domain/provider/events'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { CheckboxGroups } from '../../platform/ui/forms/CheckboxGroups.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { typeGroups } from './eventText.ts'

type EndpointDialogProps = {
  /** Null: a new one. */
  endpoint: ProviderEndpoint | null
  onClose: () => void
  onMade: (secret: string) => void
}

/** Adds an address, or changes where it is and what it is told. */
export function EndpointDialog({ endpoint, onClose, onMade }: EndpointDialogProps) {
  const [mode, setMode] = useState<ProviderEndpoint['mode']>(endpoint?.mode ?? 'live')
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [chosen, setChosen] = useState<ReadonlySet<ProviderEventType>>(
    new Set(providerEventTypes.filter((type) => !endpoint || endpoint.events.includes(type))),
  )
  const [sent, setSent] = useState(false)
  const create = useConsoleWrite(providerEndpointCreate, { onDone: ({ answer }) => answer && onMade(answer.secret) })
  const change = useConsoleWrite(providerEndpointChange, { onDone: onClose, done: t('events.saved') })
  const write = endpoint ? change : create
  function submit() {
    setSent(true)
    if (url.trim() === '' || chosen.size === 0) return
    const body = { url: url.trim(), events: [...chosen] }
    if (endpoint) change.send({ params: { endpointId: endpoint.id }, body })
    else create.send({ body: { ...body, mode } })
  }
  const title = t(endpoint ? 'events.changeTitle' : 'events.add')
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions onBack={onClose} busy={write.busy} busyLabel={t('events.saving')}>
          {t(endpoint ? 'events.change' : 'events.add')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field
          label={t('events.url')}
          help={t('events.urlHelp')}
          error={sent && url.trim() === '' ? t('errors.field.required') : write.fieldProblem('url')}
          required
        >
          <TextInput type="url" inputMode="url" placeholder="https://" value={url} onChange={(event) => setUrl(event.target.value)} />
        </Field>
        {!endpoint && (
          <Field label={t('events.mode')} help={t('events.modeHelp')}>
            <Select value={mode} onChange={(event) => setMode(event.target.value === 'sandbox' ? 'sandbox' : 'live')}>
              <option value="live">{t('events.mode.live')}</option>
              <option value="sandbox">{t('events.mode.sandbox')}</option>
            </Select>
          </Field>
        )}
        <CheckboxGroups
          label={t('events.types')}
          allLabel={t('events.all')}
          noneLabel={t('events.none')}
          groups={typeGroups()}
          chosen={chosen}
          onChange={setChosen}
          error={sent && chosen.size === 0 ? t('events.typesMissing') : write.fieldProblem('events')}
        />
        {write.problem && <ErrorBanner>{write.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
