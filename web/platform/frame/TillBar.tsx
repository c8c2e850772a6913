import Lock from 'lucide-react/icons/lock'
import Store from 'lucide-react/icons/store'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/controls/Button.tsx'
import { lockTill } from '../session/lockTill.ts'
import { useSession } from '../session/session.ts'

/** The member at the shared till, and the button that locks it for the next one. */
export function TillBar({ till }: { till: string }) {
  const { account } = useSession()
  const name = `${account.firstName} ${account.lastName}`.trim() || account.email
  return (
    <div className="till-bar flex flex-wrap items-center justify-end gap-3 rounded-3 border border-line py-1.5 pr-1.5 pl-4 text-md">
      <p className="flex min-w-0 flex-1 basis-[9rem] items-center gap-3 font-strong">
        <Store aria-hidden className="flex-none text-ink-3" />
        <span className="min-w-0 wrap-anywhere">{t('tills.bar.title', { till, name })}</span>
      </p>
      <Button size="small" className="flex-none" icon={<Lock aria-hidden />} onClick={() => void lockTill()}>
        {t('tills.bar.lock')}
      </Button>
    </div>
  )
}
