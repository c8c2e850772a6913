import { useQuery } from '@tanstack/react-query'
import BellRing from 'lucide-react/icons/bell-ring'
import Building2 from 'lucide-react/icons/building-2'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Globe from 'lucide-react/icons/globe'
import History from 'lucide-react/icons/history'
import Landmark from 'lucide-react/icons/landmark'
import LogOut from 'lucide-react/icons/log-out'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Store from 'lucide-react/icons/store'
import Users from 'lucide-react/icons/users'
import { useEffect, useState } from 'react'
import { joinTexts } from '#domain/platform/direction'
import { companyAbout } from '../../merchants/company/companyAbout.ts'
import { enterpriseRead, profileRead } from '../../merchants/company/companyReads.ts'
import { t } from '../../platform/i18n/t.ts'
import { menuOf } from '../../platform/navigation/menuOf.ts'
import { paths } from '../../platform/routes/paths.ts'
import { displayName } from '../../platform/session/displayName.ts'
import { isShopWaiting, mayAddShop } from '../../platform/session/mayAddShop.ts'
import { setTheme, type Theme, theme } from '../../platform/state/theme.ts'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { clientState, currentSession, useSession } from '../../platform/session/session.ts'
import { mayStartAt, setStartPage, startPage, startPages } from '../../platform/routes/startPage.ts'
import { signOut } from '../../platform/session/signOut.ts'
import { useStore } from '../../platform/state/store.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { AnalyticsChoice } from './AnalyticsChoice.tsx'
import { ChoiceRow } from './ChoiceRow.tsx'
import { ConfirmEmail } from './ConfirmEmail.tsx'
import { factorRead } from './factorRead.ts'
import { keptLink } from './keptLink.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { NoShop } from './NoShop.tsx'
import { OwnLimits } from './OwnLimits.tsx'
import { PendingEmail } from './PendingEmail.tsx'
import { SectionButton, SectionLink, SectionNote } from './SectionLink.tsx'

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** The theme on this device. */
function ThemeChoice() {
  const chosen = useStore(theme)
  return (
    <ChoiceRow
      label={t('settings.theme')}
      about={t('settings.onThisDevice')}
      value={chosen}
      choices={themes.map((name) => ({ value: name, label: t(`shell.theme.${name}`) }))}
      onChoose={(value) => setTheme(themes.find((name) => name === value) ?? 'system')}
    />
  )
}

/** The start page on this device; only for members who have a choice. The one that would open is chosen. */
function StartChoice() {
  const { account } = useSession()
  const chosen = useStore(startPage)
  const offered = startPages.filter((name) => mayStartAt(name, account))
  if (offered.length === 1) return null
  return (
    <ChoiceRow
      label={t('settings.start')}
      about={t('settings.onThisDevice')}
      value={offered.includes(chosen) ? chosen : 'operations'}
      choices={offered.map((name) => ({ value: name, label: t(`settings.start.${name}`) }))}
      onChoose={(value) => setStartPage(startPages.find((name) => name === value) ?? 'operations')}
    />
  )
}

/** The name is shown above the fold: it is requested before the page is rendered. */
function loader({ queryClient }: LoaderContext): void {
  const { role, account } = currentSession()
  if (role !== 'owner') return
  if (account.type === 'enterprise') void queryClient.prefetchQuery(enterpriseRead())
  else void queryClient.prefetchQuery(profileRead())
}

/** The settings’ overview. A one-time link's values never stay in the address. */
function Sections() {
  const session = useSession()
  const { account, merchant, role, roleName, may } = session
  const onlineShop = menuOf(session).find(({ section }) => section === 'preferences')
  const { search } = useAddress()
  const state = useStore(clientState)
  const [hasCompany, hasProfile] = [role === 'owner' && account.type === 'enterprise', role === 'owner' && account.type !== 'enterprise']
  const enterprise = useQuery({ ...enterpriseRead(), enabled: hasCompany })
  const profile = useQuery({ ...profileRead(), enabled: hasProfile })
  const factor = useQuery({ ...factorRead(), enabled: may('secondFactor') }).data
  const company = displayName({ account, enterprise: enterprise.data ?? state.enterprise, profile: profile.data ?? state.profile })
  const carriesLink = search['uuid'] !== undefined || search['token'] !== undefined
  useEffect(() => {
    if (carriesLink) go(paths.settingsSections(), { replace: true })
  }, [carriesLink])
  const [link] = useState(() => keptLink())
  const isProtected = factor && (factor.authenticator !== null || factor.passkeys.length > 0)
  return (
    <section aria-labelledby="settings-title" className="grid max-w-[640px] gap-7 max-md:gap-5 lg:max-w-[1060px]">
      <header>
        <h1 id="settings-title" className="font-display text-title-lg font-title tracking-tight">
          {t('settings.title')}
        </h1>
        <p className="mt-2 text-md text-ink-2">{joinTexts([`${account.firstName} ${account.lastName}`.trim(), account.email])}</p>
        <p className="text-md text-ink-3">{joinTexts([t(`shell.role.${roleName}`), t(`settings.accountType.${account.type}`), company])}</p>
      </header>
      {link ? <ConfirmEmail link={link} /> : <PendingEmail />}
      <NoShop />
      <div className="grid items-start gap-x-12 gap-y-7 max-md:gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <nav aria-label={t('settings.sections')} className="border-t border-line">
          <SectionLink
            href={paths.security()}
            icon={<ShieldCheck aria-hidden />}
            title={t('settings.security')}
            about={t('settings.security.about')}
            value={factor && t(isProtected ? 'settings.security.twoFactors' : 'settings.security.passwordOnly')}
          />
          {may('noticeSettingsView') && (
            <SectionLink
              href={paths.notificationSettings()}
              icon={<BellRing aria-hidden />}
              title={t('shell.bell.title')}
              about={t('settings.notifications.about')}
            />
          )}
          {may('teamList') && (
            <SectionLink href={paths.usersPermissions()} icon={<Users aria-hidden />} title={t('team.title')} about={t('team.about')} />
          )}
          {may('tillList') && (
            <SectionLink href={paths.tills()} icon={<MonitorSmartphone aria-hidden />} title={t('tills.title')} about={t('tills.about')} />
          )}
          {onlineShop && (
            <SectionLink
              href={onlineShop.href}
              icon={<Globe aria-hidden />}
              title={t('shell.route.preferences')}
              about={t(may('keyList') ? 'settings.onlineShop.about' : 'settings.onlineShop.aboutWithoutKeys')}
            />
          )}
          {role === 'owner' && (
            <SectionLink
              href={paths.company()}
              icon={<Building2 aria-hidden />}
              title={t('shell.route.company')}
              about={t(companyAbout(account.type))}
            />
          )}
          {merchant?.status === 'active' && may('merchantIbanList') && (
            <SectionLink
              href={paths.invoicesIban(merchant.id)}
              icon={<Landmark aria-hidden />}
              title={t('bankAccounts.title')}
              about={t(may('merchantIbanCreate') ? 'settings.company.bankAccount.about' : 'bankAccounts.aboutReader')}
            />
          )}
          {mayAddShop(session) && (
            <SectionLink
              href={paths.addShop()}
              icon={<Store aria-hidden />}
              title={t('onboarding.addShop')}
              about={t('onboarding.addShop.about')}
            />
          )}
          {isShopWaiting(session) && (
            <SectionNote icon={<Store aria-hidden />} title={t('onboarding.addShop')} about={t('onboarding.addShop.waiting')} />
          )}
          {may('activityList') && (
            <SectionLink href={paths.activity()} icon={<History aria-hidden />} title={t('activity.title')} about={t('activity.about')} />
          )}
          <SectionLink
            href={paths.help()}
            icon={<CircleQuestionMark aria-hidden />}
            title={t('shell.route.help')}
            about={t('settings.help.about')}
          />
        </nav>
        <section aria-labelledby="own-settings">
          <h2 id="own-settings" className="border-b border-line pb-2 text-title-sm font-strong">
            {t('settings.own')}
          </h2>
          <StartChoice />
          <LanguageChoice />
          <ThemeChoice />
          <OwnLimits />
          <AnalyticsChoice />
        </section>
        <div className="lg:col-start-1">
          <div className="border-t border-line">
            <SectionButton
              icon={<LogOut aria-hidden />}
              title={t('shell.user.signOut')}
              about={t('settings.signOut.about')}
              onPress={() => void signOut()}
            />
          </div>
          <a className={`${linkClass} mt-2 inline-flex min-h-6 items-center text-sm max-md:min-h-11`} href={paths.accessibility()}>
            {t('accessibility.link')}
          </a>
        </div>
      </div>
    </section>
  )
}

export const SectionsPage: Screen = { component: Sections, loader }
