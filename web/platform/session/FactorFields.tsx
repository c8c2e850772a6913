import { type ReactNode, useState } from 'react'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { linkClass } from '../ui/controls/linkClass.ts'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { passkeysPossible } from './passkeysPossible.ts'

/** Second factors that can be offered after a password. */
export type FactorWay = 'authenticator' | 'recovery' | 'passkey' | 'device'
/** The factors whose answer is a typed code. */
type CodeKind = Exclude<FactorWay, 'passkey'>

type FactorFieldsProps = {
  id: string
  ways: ReadonlySet<FactorWay>
  code: string
  onCode: (code: string) => void
  problem: string | null
  onPasskey: () => void
  busyWithPasskey: boolean
  /** The submit button for a typed code; hidden while the field is empty. */
  submit?: ReactNode
}

/** A code, a passkey, or a recovery code. The form around it sends the code. */
export function FactorFields({ id, ways, code, onCode, problem, onPasskey, busyWithPasskey, submit }: FactorFieldsProps) {
  const first: CodeKind | null = ways.has('device') ? 'device' : ways.has('authenticator') ? 'authenticator' : null
  const withPasskey = ways.has('passkey') && passkeysPossible()
  const [paper, setPaper] = useState(first === null && !withPasskey)
  const kind = paper ? 'recovery' : first
  return (
    <div className="grid gap-4">
      {withPasskey && (
        <Button
          size="large"
          wide
          variant={kind === null ? 'filled' : 'outlined'}
          busy={busyWithPasskey}
          busyLabel={t('session.factor.waiting')}
          onClick={onPasskey}
        >
          {t('session.factor.usePasskey')}
        </Button>
      )}
      {kind !== null && (
        <Field id={id} label={t(`session.factor.${kind}`)} help={t(`session.factor.${kind}.help`)} error={problem} required>
          <TextInput
            key={kind}
            inputMode={kind === 'recovery' ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            autoCapitalize={kind === 'recovery' ? 'characters' : 'none'}
            spellCheck={false}
            autoFocus
            maxLength={40}
            inputClassName="font-code tracking-[0.08em]"
            value={code}
            onChange={(event) => onCode(event.target.value)}
          />
        </Field>
      )}
      {kind === null && problem !== null && (
        <p role="alert" className="text-md text-danger-ink">
          {problem}
        </p>
      )}
      {kind !== null && submit}
      {ways.has('recovery') && (first !== null || withPasskey) && (
        <p>
          <button
            type="button"
            className={`${linkClass} max-md:min-h-11`}
            onClick={() => {
              setPaper(!paper)
              onCode('')
            }}
          >
            {t(paper ? 'session.factor.back' : 'session.factor.useRecovery')}
          </button>
        </p>
      )}
    </div>
  )
}
