import Lock from 'lucide-react/icons/lock'
import Store from 'lucide-react/icons/store'
import { t } from '../i18n/t.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { useSession } from './session.ts'
import { lockTill } from './lockTill.ts'

/** Who stands at the shared till, and the way to leave it to the next (product TEA-15). */
export function TillBar({ till }: { till: string }) {
  const { account } = useSession()
  const name = `${account.firstName} ${account.lastName}`.trim() || account.email
  return (
    <Banner
      icon={<Store />}
      title={<span className="wrap-anywhere">{t('tills.bar.title', { till, name })}</span>}
      action={
        <Button size="small" icon={<Lock aria-hidden />} onClick={() => void lockTill()}>
          {t('tills.bar.lock')}
        </Button>
      }
    />
  )
}
