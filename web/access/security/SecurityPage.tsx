import { useQuery } from '@tanstack/react-query'
import { t } from '../../platform/i18n/t.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useSession } from '../../platform/session/session.ts'
import { EmailSection } from './EmailSection.tsx'
import { KnownDevices } from './KnownDevices.tsx'
import { OpenSessions } from './OpenSessions.tsx'
import { PersonalCopy } from './PersonalCopy.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { factorRead } from '../settings/factorRead.ts'
import { devicesRead, sessionsRead } from './securityReads.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { paths } from '../../platform/routes/paths.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { SettingsHead } from '../../platform/frame/SettingsHead.tsx'

function loader({ queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(sessionsRead())
  void queryClient.prefetchQuery(devicesRead())
  void queryClient.prefetchQuery(factorRead())
}

/** Sessions and credentials of the user. Each section is rendered once those above it have their height. */
function Security() {
  const { may } = useSession()
  const { isFetched: factorKnown } = useQuery(factorRead())
  const { isFetched: sessionsKnown } = useQuery(sessionsRead())
  const { isFetched: devicesKnown } = useQuery(devicesRead())
  return (
    <article aria-labelledby="security-title" className="grid max-w-[720px] grid-cols-[minmax(0,1fr)] gap-10">
      <SettingsHead id="security-title" title={t('settings.security')} lead={t('settings.security.lead')} />
      {may('secondFactor') && <SecondFactor />}
      {factorKnown && (
        <>
          <EmailSection />
          {may('passwordChange') && (
            <FormSection
              title={t('session.password')}
              about={t('settings.changePassword.about')}
              aside={<Button href={paths.changePassword()}>{t('settings.changePassword')}</Button>}
            />
          )}
          <div className="grid gap-10 max-md:gap-0">
            {may('meSessionList') && <OpenSessions />}
            {sessionsKnown && may('meDeviceList') && <KnownDevices />}
            {sessionsKnown && devicesKnown && may('personalCopy') && <PersonalCopy />}
          </div>
        </>
      )}
    </article>
  )
}

export const SecurityPage: Screen = { component: Security, loader }
