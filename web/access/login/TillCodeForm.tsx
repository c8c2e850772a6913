import { useState } from 'react'
import { tillEnter, type TillFace } from '#contract/access/tills'
import { call } from '../../platform/api/call.ts'
import { t } from '../../platform/i18n/t.ts'
import { publicPaths } from '../../platform/routes/publicPaths.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { SignInFrame } from './SignInFrame.tsx'

type TillCodeFormProps = {
  /** Why this device is no till, or no longer one. */
  problem: string | null
  onEntered: (face: TillFace) => void
}

/** Input for a till’s activation code, for devices without a camera. */
export function TillCodeForm({ problem: first, onEntered }: TillCodeFormProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState(first)
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    if (busy) return
    if (code.trim() === '') return setProblem(t('tills.enter.missing'))
    setBusy(true)
    try {
      onEntered(await call(tillEnter, { body: { code: code.slice(0, 40) }, mode: 'live' }))
    } catch (error) {
      setProblem(failureMessage(error))
      setBusy(false)
    }
  }
  return (
    <SignInFrame title={t('tills.open')} lead={t('tills.enter.lead')}>
      <Form className="grid gap-5" onSubmit={enter}>
        <Field label={t('tills.enter.code')} error={problem} required>
          <TextInput
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            size="large"
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              setProblem(null)
            }}
          />
        </Field>
        <Button type="submit" variant="filled" size="large" wide busy={busy} busyLabel={t('tills.enter.sending')}>
          {t('tills.enter.submit')}
        </Button>
      </Form>
      <p className="mt-6 text-sm">
        <Anchor className={linkClass} href={publicPaths.login()}>
          {t('tills.face.login')}
        </Anchor>
      </p>
    </SignInFrame>
  )
}
