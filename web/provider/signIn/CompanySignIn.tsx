import { staffOpenidStart } from '#contract/provider/staffSession'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { keepBack } from './openidBack.ts'

type CompanySignInProps = {
  /** The identity provider's name. */
  name: string
  /** The page to return to. */
  back: string | undefined
}

/** Signs in with the account that the person has in the provider's company. */
export function CompanySignIn({ name, back }: CompanySignInProps) {
  const start = useConsoleWrite(staffOpenidStart, {
    onDone: ({ answer }) => {
      keepBack(back)
      if (answer) location.assign(answer.url)
    },
  })
  return (
    <div className="mb-6 grid gap-3 border-b border-line pb-6">
      <Button variant="filled" size="large" wide busy={start.busy} busyLabel={t('session.signingIn')} onClick={() => start.send({})}>
        {t('console.openid.enter', { name })}
      </Button>
      {start.problem && <ErrorBanner>{start.problem}</ErrorBanner>}
      <p className="text-sm text-ink-3">{t('console.openid.or')}</p>
    </div>
  )
}
