import { useState } from 'react'
import { providerKeyAllowMoney, providerKeyCreate } from '#contract/provider/apiKeys'
import { MONEY_SCOPE, openScopes, type ProviderScope, providerScopes } from '#domain/provider/providerScopes'
import { joinTexts } from '#domain/platform/direction'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { ShownKeyDialog } from './ShownKeyDialog.tsx'

/** The networks as typed, one a line or separated by commas. */
const networksIn = (text: string): string[] => text.split(/[\s,;]+/).filter((network) => network !== '')

/** Creates a key, and shows it once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ProviderScope[]>([])
  const [networks, setNetworks] = useState('')
  const [sent, setSent] = useState(false)
  const [token, setToken] = useState<string | null>(null)
  const [moneyWaits, setMoneyWaits] = useState(false)
  const allow = useConsoleWrite(providerKeyAllowMoney, { onDone: ({ confirmation }) => setMoneyWaits(confirmation !== null) })
  const create = useConsoleWrite(providerKeyCreate, {
    onDone: ({ answer }) => {
      setToken(answer?.token ?? null)
      // Another person confirms it: the key is not kept waiting for that.
      if (answer && scopes.includes(MONEY_SCOPE)) allow.send({ params: { keyId: answer.key.id } })
    },
  })
  if (token !== null) return <ShownKeyDialog token={token} moneyWaits={moneyWaits} moneyProblem={allow.problem} onClose={onClose} />
  const allowed = networksIn(networks)
  const wrongNetwork = allowed.findIndex((_, at) => create.fieldProblem(`networks.${at}`) !== null)
  const submit = () => {
    setSent(true)
    if (name.trim() === '') return document.getElementById('key-name')?.focus()
    const open = openScopes.filter((scope) => scopes.includes(scope))
    if (open.length > 0) create.send({ body: { name: name.trim(), scopes: open, networks: allowed } })
  }
  return (
    <Dialog
      title={t('apiKeys.create')}
      subtitle={t('apiKeys.create.about')}
      closeOnOutside={false}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <DialogActions onBack={onClose} busy={create.busy} busyLabel={t('apiKeys.creating')}>
          {t('apiKeys.create')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field
          id="key-name"
          label={t('apiKeys.name')}
          help={t('apiKeys.name.help')}
          error={sent && name.trim() === '' ? t('errors.field.required') : create.fieldProblem('name')}
          required
        >
          <TextInput autoComplete="off" maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <ScopeFields chosen={scopes} onChange={setScopes} problem={sent && scopes.length === 0 ? t('apiKeys.scopes.none') : null} />
        <Field
          label={t('apiKeys.networks')}
          help={t('apiKeys.networks.help')}
          error={
            wrongNetwork === -1
              ? create.fieldProblem('networks')
              : t('apiKeys.networks.wrong', {
                  network: allowed[wrongNetwork] ?? '',
                  why: create.fieldProblem(`networks.${wrongNetwork}`) ?? '',
                })
          }
        >
          <Textarea rows={2} spellCheck={false} value={networks} onChange={(event) => setNetworks(event.target.value)} />
        </Field>
        {create.problem && <ErrorBanner>{create.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}

type ScopeFieldsProps = { chosen: readonly ProviderScope[]; onChange: (scopes: ProviderScope[]) => void; problem: string | null }

/** What a key may do, one by one. */
function ScopeFields({ chosen, onChange, problem }: ScopeFieldsProps) {
  // Who marks transfers reads them too.
  const toggle = (scope: ProviderScope) => {
    const next = new Set(chosen)
    if (!next.delete(scope)) next.add(scope)
    if (scope === MONEY_SCOPE && next.has(scope)) next.add('money:read')
    if (!next.has('money:read')) next.delete(MONEY_SCOPE)
    onChange(providerScopes.filter((one) => next.has(one)))
  }
  return (
    <fieldset aria-describedby={problem === null ? undefined : 'scopes-problem'}>
      <legend className="mb-1.5 text-sm font-medium text-ink-2">{t('apiKeys.scopes')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {providerScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`apiKeys.scope.${scope}`)}
            help={scope === MONEY_SCOPE ? joinTexts([scope, t('apiKeys.money.two')], ' · ') : scope}
            checked={chosen.includes(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </div>
      {problem !== null && (
        <p id="scopes-problem" role="alert" className="mt-1.5 text-sm text-danger-ink">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
