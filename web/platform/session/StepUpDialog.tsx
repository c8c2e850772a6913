import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BodyInput } from '#contract/platform/endpoint'
import { passkeyChallenge, secondFactor } from '#contract/access/secondFactor'
import { meStepUp } from '#contract/access/security'
import { isApiFailure } from '../api/apiFailure.ts'
import { call } from '../api/call.ts'
import { query } from '../api/query.ts'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { Dialog } from '../feedback/Dialog.tsx'
import { DialogActions } from '../feedback/DialogActions.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { PasswordInput } from '../ui/forms/PasswordInput.tsx'
import { Skeleton } from '../ui/tables/Skeleton.tsx'
import { FactorFields, type FactorWay } from './FactorFields.tsx'
import { failureMessage } from '../feedback/failureMessage.ts'
import { askPasskey } from './passkey.ts'
import { passkeyProblem } from './passkeyProblem.ts'
import { useSession } from './session.ts'
import type { StepUp } from './stepUp.ts'
import { useTurn } from './useTurn.ts'

const factorRead = () => query(secondFactor, { mode: 'live', quiet: true })

/** Re-authenticates before an action that moves money or changes credentials, and says why: by second factor when the user has one. */
export function StepUpDialog(props: StepUp) {
  const { data, isError } = useQuery({ ...factorRead(), staleTime: 0 })
  const ways = new Set<FactorWay>([
    ...(data?.authenticator ? (['authenticator'] as const) : []),
    ...(data && data.passkeys.length > 0 ? (['passkey'] as const) : []),
  ])
  if (ways.size > 0) return <ByFactor {...props} ways={ways.add('recovery')} />
  if (data || isError) return <ByPassword {...props} />
  return (
    <Frame {...props} touched={false} onSubmit={() => {}} busy={null}>
      <Skeleton width={220} className="h-11" />
    </Frame>
  )
}

/** Sends the given proof; settles the dialog when it was accepted. */
function useConfirm(answer: StepUp['answer'], fieldId: string) {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<'typed' | 'passkey' | null>(null)
  const nextTurn = useTurn()
  /** What is typed may be sent while a device has not answered yet: that question ends. */
  const confirm = async (how: 'typed' | 'passkey', shown: (turn: AbortController) => Promise<BodyInput<typeof meStepUp>>) => {
    if (busy === 'typed' || busy === how) return
    const turn = nextTurn()
    setBusy(how)
    setProblem(null)
    try {
      const body = await shown(turn)
      turn.signal.throwIfAborted()
      await write(meStepUp, { body, mode: 'live' })
      if (!turn.signal.aborted) answer(true)
    } catch (error) {
      if (turn.signal.aborted) return
      setBusy(null)
      setProblem(how === 'passkey' ? passkeyProblem(error) : typedProblem(error))
      document.getElementById(fieldId)?.focus()
    }
  }
  return { problem, setProblem, busy, confirm }
}

/** A wrong password or code in this dialog’s words, since no address is asked for; other errors in the server’s words. */
function typedProblem(error: unknown): string {
  if (!isApiFailure(error)) return failureMessage(error)
  const field = (error.fields.get('password') ?? error.fields.get('code'))?.message
  return field ?? (error.type === 'UnauthorizedException' ? t('shell.stepUp.wrong') : failureMessage(error))
}

function ByPassword(props: StepUp) {
  const { account } = useSession()
  const [password, setPassword] = useState('')
  const { problem, setProblem, busy, confirm } = useConfirm(props.answer, 'step-up-password')
  const submit = () => {
    if (password === '') return setProblem(t('session.error.password'))
    void confirm('typed', () => Promise.resolve({ password }))
  }
  return (
    <Frame {...props} touched={password !== ''} onSubmit={submit} busy={busy}>
      <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
      <Field id="step-up-password" label={t('session.password')} error={problem} required>
        <PasswordInput
          autoComplete="current-password"
          autoFocus
          maxLength={256}
          showLabel={t('session.showPassword')}
          hideLabel={t('session.hidePassword')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </Frame>
  )
}

function ByFactor({ ways, ...props }: StepUp & { ways: ReadonlySet<FactorWay> }) {
  const [code, setCode] = useState('')
  const { problem, setProblem, busy, confirm } = useConfirm(props.answer, 'step-up-code')
  const submit = () => {
    if (code.trim().length < 6) return setProblem(t('session.factor.missing'))
    void confirm('typed', () => Promise.resolve({ code: code.trim() }))
  }
  const withPasskey = () =>
    void confirm('passkey', async (turn) => {
      const { challenge } = await call(passkeyChallenge, { mode: 'live', signal: turn.signal })
      return { passkey: await askPasskey(challenge, turn) }
    })
  return (
    <Frame {...props} touched={code !== ''} onSubmit={submit} busy={busy}>
      <FactorFields
        id="step-up-code"
        ways={ways}
        code={code}
        onCode={setCode}
        problem={problem}
        onPasskey={withPasskey}
        busyWithPasskey={busy === 'passkey'}
      />
    </Frame>
  )
}

type FrameProps = StepUp & { touched: boolean; busy: 'typed' | 'passkey' | null; onSubmit: () => void; children: ReactNode }

function Frame({ why, answer, touched, busy, onSubmit, children }: FrameProps) {
  return (
    <Dialog
      title={t('shell.stepUp.title')}
      subtitle={why}
      closeOnOutside={!touched}
      onClose={() => answer(false)}
      onSubmit={onSubmit}
      note={t('shell.stepUp.lasts')}
      footer={
        <DialogActions onBack={() => answer(false)} busy={busy === 'typed'} busyLabel={t('shell.checking')}>
          {t('shell.stepUp.confirm')}
        </DialogActions>
      }
    >
      {children}
    </Dialog>
  )
}
