import { useQuery, useQueryClient } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import Smartphone from 'lucide-react/icons/smartphone'
import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { secondFactor } from '#contract/access/secondFactor'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { passkeysPossible } from '../../platform/session/passkeysPossible.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { AuthenticatorDialog } from './AuthenticatorDialog.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { type Removed, RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import { readAccount } from '../settings/readAccount.ts'
import { factorRead } from '../settings/factorRead.ts'
import { SectionState } from '../settings/SectionState.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'

type Factor = AnswerOf<typeof secondFactor>
type Open = { dialog: 'authenticator' } | { dialog: 'passkey' } | { dialog: 'remove'; what: Removed } | { dialog: 'codes'; codes: string[] }

/** The second factors: authenticator app, passkeys, and recovery codes. */
export function SecondFactor() {
  const client = useQueryClient()
  const read = useQuery(factorRead())
  const { data } = read
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  /** After a change; the first factor comes with recovery codes. */
  const changed = (codes: string[] = []) => {
    void client.invalidateQueries({ queryKey: factorRead().queryKey })
    void readAccount().catch(() => {}) // the next page reads again whether a factor is still required
    setOpen(codes.length > 0 ? { dialog: 'codes', codes } : null)
  }
  return (
    <FormSection title={t('settings.factor')} about={t('settings.factor.about')}>
      <SectionState read={read} widths={[260, 200]} />
      {data && <Ways factor={data} onOpen={setOpen} onCodes={(codes) => changed(codes)} />}
      {open?.dialog === 'authenticator' && <AuthenticatorDialog onClose={close} onDone={changed} />}
      {open?.dialog === 'passkey' && <PasskeyDialog onClose={close} onDone={changed} />}
      {open?.dialog === 'remove' && data && <RemoveFactorDialog what={open.what} factor={data} onClose={close} onDone={() => changed()} />}
      {open?.dialog === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={close} />}
    </FormSection>
  )
}

type WaysProps = { factor: Factor; onOpen: (open: Open) => void; onCodes: (codes: string[]) => void }

function Ways({ factor, onOpen, onCodes }: WaysProps) {
  const { authenticator, passkeys, required } = factor
  const none = authenticator === null && passkeys.length === 0
  const named = passkeysPossible()
  return (
    <>
      {none && (
        <Banner tone={required ? 'warning' : 'info'} title={t(required ? 'settings.factor.required' : 'settings.factor.none')}>
          {t('settings.factor.noneDetail')}
        </Banner>
      )}
      <ul aria-label={t('settings.factor')} className="border-t border-line">
        <Way
          icon={<Smartphone aria-hidden className="text-ink-3" />}
          name={t('settings.factor.authenticator')}
          detail={
            authenticator === null
              ? t('settings.factor.authenticator.about')
              : t('settings.factor.since', { time: nearTime(authenticator) })
          }
          action={
            authenticator === null ? (
              <Button size="small" onClick={() => onOpen({ dialog: 'authenticator' })}>
                {t('shell.add')}
              </Button>
            ) : (
              <Button
                size="small"
                aria-label={t('settings.factor.removeOne', { name: t('settings.factor.authenticator') })}
                onClick={() => onOpen({ dialog: 'remove', what: { kind: 'authenticator' } })}
              >
                {t('shell.remove')}
              </Button>
            )
          }
        />
        {passkeys.map((passkey) => (
          <Way
            key={passkey.id}
            icon={<KeyRound aria-hidden className="text-ink-3" />}
            name={passkey.name}
            detail={
              passkey.lastUsed === null
                ? t('settings.passkey.unused', { time: nearTime(passkey.created) })
                : t('settings.sessions.used', { time: nearTime(passkey.lastUsed) })
            }
            action={
              <Button
                size="small"
                aria-label={t('settings.factor.removeOne', { name: passkey.name })}
                onClick={() => onOpen({ dialog: 'remove', what: { kind: 'passkey', passkey } })}
              >
                {t('shell.remove')}
              </Button>
            }
          />
        ))}
        <Way
          icon={<KeyRound aria-hidden className="text-ink-3" />}
          name={t(passkeys.length === 0 ? 'settings.passkey' : 'settings.passkey.another')}
          detail={t(named ? 'settings.passkey.about' : 'settings.passkey.notHere')}
          action={
            named && (
              <Button size="small" aria-label={t('settings.passkey.add')} onClick={() => onOpen({ dialog: 'passkey' })}>
                {t('shell.add')}
              </Button>
            )
          }
        />
      </ul>
      {!none && <RecoveryCodes left={factor.recoveryCodesLeft} onCodes={onCodes} />}
    </>
  )
}

function Way({ icon, name, detail, action }: { icon: ReactNode; name: string; detail: string; action: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-4">
      {icon}
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-3">{detail}</p>
      </div>
      {action}
    </li>
  )
}
