import { t } from '../i18n/t.ts'
import { Dialog } from '../feedback/Dialog.tsx'
import { DialogActions } from '../feedback/DialogActions.tsx'
import { Live } from '../ui/feedback/Live.tsx'
import { useSecondsLeft } from '../ui/figures/useSecondsLeft.ts'
import { signOut } from './signOut.ts'
import { stayConnected } from './startIdle.ts'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Shown two minutes before the session ends. */
export function IdleDialog({ endsAt }: { endsAt: number }) {
  const seconds = useSecondsLeft(endsAt)
  return (
    <Dialog
      title={t('shell.idle.title', { clock: clock(seconds) })}
      closeLabel={t('shell.idle.stay')}
      onClose={stayConnected}
      onSubmit={stayConnected}
      firstFocus="[type=submit]"
      footer={
        <DialogActions onBack={() => void signOut()} back={t('shell.user.signOut')}>
          {t('shell.idle.stay')}
        </DialogActions>
      }
    >
      <p className="text-ink-2">{t('shell.idle.detail')}</p>
      <Live message={seconds % 30 === 0 && seconds > 0 ? t('shell.idle.spoken', { count: seconds }) : ''} />
    </Dialog>
  )
}
