import { isolated } from '#domain/platform/direction'
import Delete from 'lucide-react/icons/delete'
import { useRef, useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { tillUnlock, type TillFace } from '#contract/access/tills'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { call } from '../../platform/api/call.ts'
import { writeRenewal } from '../../platform/api/renewal.ts'
import { writeSession } from '../../platform/api/sessionCookie.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { writeMode } from '../../platform/routes/modeStorage.ts'
import { safeRedirect } from '../../platform/routes/safeRedirect.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { PinInput, pinLength } from './PinInput.tsx'

type TillUnlockProps = {
  face: TillFace
  person: TillFace['people'][number]
  onBack: () => void
  onGone: (problem: string) => void
}

const figures = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const lastKey = 'till-person'

type Unlocked = AnswerOf<typeof tillUnlock>

/** The page after unlocking: the one that locked under this user, else the counter or the list. The sandbox mode is reset for another user. */
function wayIn(personId: string, merchantId: string, start: 'counter' | 'list'): string {
  const redirect = new URLSearchParams(location.search).get('redirect')
  const mine = sessionStorage.getItem(lastKey) === personId
  sessionStorage.setItem(lastKey, personId)
  if (redirect !== null && mine) return safeRedirect(redirect, location.origin)
  if (!mine) writeMode(merchantId, [{ id: merchantId }], 'live')
  return start === 'counter' ? paths.checkoutOffline(merchantId, { view: 'counter' }) : paths.operations(merchantId)
}

/** PIN input; the fourth digit submits it. */
export function TillUnlock({ face, person, onBack, onGone }: TillUnlockProps) {
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [missed, setMissed] = useState<Unlocked | null>(null)
  const [slips, setSlips] = useState(0)
  const input = useRef<HTMLInputElement>(null)

  const goIn = (pair: Unlocked) => {
    writeSession(pair)
    writeRenewal(pair.expiresIn)
    location.replace(wayIn(person.id, face.merchant.id, pair.start))
  }

  const send = async (whole: string) => {
    setBusy(true)
    try {
      const pair = await call(tillUnlock, { body: { userId: person.id, pin: whole }, mode: 'live' })
      // More failures than those made here: somebody else may have tried.
      if (pair.missed > slips) setMissed(pair)
      else goIn(pair)
    } catch (error) {
      if (isApiFailure(error) && error.type === 'TillClosed') return onGone(error.message)
      if (isApiFailure(error) && error.type === 'PinWrong') setSlips(slips + 1)
      setProblem(failureMessage(error))
      setPin('')
      setBusy(false)
      input.current?.focus()
    }
  }
  if (missed)
    return (
      <SignInFrame title={t('tills.missed.title')} lead={t('tills.missed.lead', { count: missed.missed })}>
        <p>{t('tills.missed.help')}</p>
        <div className="mt-5">
          <Button variant="filled" size="large" wide autoFocus onClick={() => goIn(missed)}>
            {t('tills.missed.go')}
          </Button>
        </div>
      </SignInFrame>
    )
  const type = (text: string) => {
    if (busy) return
    setPin(text)
    setProblem(null)
    if (text.length === pinLength) void send(text)
  }
  const key = (figure: string) => (
    <Button
      key={figure}
      size="large"
      wide
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => type(`${pin}${figure}`.slice(0, pinLength))}
    >
      {figure}
    </Button>
  )
  return (
    <SignInFrame title={t('tills.unlock.title', { name: person.name })} lead={`${isolated(face.name)} · ${isolated(face.merchant.name)}`}>
      <Field label={t('tills.unlock.pin')} help={busy ? t('shell.checking') : t('tills.unlock.lead')} error={problem} required>
        <PinInput ref={input} autoFocus inputMode="none" value={pin} onText={type} />
      </Field>
      <div role="group" aria-label={t('tills.unlock.keys')} className="mt-5 grid grid-cols-3 gap-2">
        {figures.map(key)}
        <Button size="large" wide variant="quiet" onClick={onBack}>
          {t('tills.unlock.other')}
        </Button>
        {key('0')}
        <Button
          size="large"
          wide
          variant="quiet"
          aria-label={t('offlineCheckout.pad.delete')}
          icon={<Delete aria-hidden />}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => type(pin.slice(0, -1))}
        />
      </div>
      <Live message={busy ? t('shell.checking') : pin === '' ? '' : t('tills.unlock.typed', { count: pin.length })} />
    </SignInFrame>
  )
}
