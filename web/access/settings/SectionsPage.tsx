import { useQuery } from '@tanstack/react-query'
import BellRing from 'lucide-react/icons/bell-ring'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Globe from 'lucide-react/icons/globe'
import History from 'lucide-react/icons/history'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Store from 'lucide-react/icons/store'
import Users from 'lucide-react/icons/users'
import { useEffect, useState } from 'react'
import { enterpriseRead, profileRead } from '../../merchants/company/companyReads.ts'
import { t } from '../../platform/i18n/t.ts'
import { menuOf } from '../../platform/navigation/menuOf.ts'
import { paths } from '../../platform/routes/paths.ts'
import { displayName } from '../../platform/session/displayName.ts'
import { setTheme, type Theme, theme } from '../../platform/state/theme.ts'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { clientState, currentSession, useSession } from '../../platform/session/session.ts'
import { mayStartAt, setStartPage, startPage, startPages } from '../../platform/routes/startPage.ts'
import { signOut } from '../../platform/session/signOut.ts'
import { useStore } from '../../platform/state/store.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { SkeletonLine } from '../../platform/ui/tables/SkeletonLine.tsx'
import { AnalyticsChoice } from './AnalyticsChoice.tsx'
import { CompanySections } from './CompanySections.tsx'
import { ConfirmEmail } from './ConfirmEmail.tsx'
import { keptLink } from './keptLink.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { NoShop } from './NoShop.tsx'
import { OwnLimits } from './OwnLimits.tsx'
import { PendingEmail } from './PendingEmail.tsx'
import { sectionLine, SectionLink } from './SectionLink.tsx'

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** The theme on this device. */
function ThemeChoice() {
  const chosen = useStore(theme)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-title-sm font-strong">{t('settings.theme')}</legend>
      <div className="flex flex-wrap gap-x-6">
        {themes.map((name) => (
          <label key={name} className="flex min-h-8 items-center gap-2.5 max-md:min-h-11">
            <input type="radio" name="theme" checked={chosen === name} onChange={() => setTheme(name)} className="size-4" />
            {t(`shell.theme.${name}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The start page on this device; only for members who have a choice. The one that would open is checked. */
function StartChoice() {
  const { account } = useSession()
  const chosen = useStore(startPage)
  const offered = startPages.filter((name) => mayStartAt(name, account))
  if (offered.length === 1) return null
  const effective = offered.includes(chosen) ? chosen : 'operations'
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-title-sm font-strong">{t('settings.start')}</legend>
      {offered.map((name) => (
        <label key={name} className="flex min-h-8 items-center gap-2.5 max-md:min-h-11">
          <input type="radio" name="start" checked={effective === name} onChange={() => setStartPage(name)} className="size-4" />
          {t(`settings.start.${name}`)}
        </label>
      ))}
      <p className="text-sm text-ink-3">{t('settings.start.about')}</p>
    </fieldset>
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
  const { account, role, roleName, may } = session
  const onlineShop = menuOf(session).find(({ section }) => section === 'preferences')
  const { search } = useAddress()
  const state = useStore(clientState)
  const [hasCompany, hasProfile] = [role === 'owner' && account.type === 'enterprise', role === 'owner' && account.type !== 'enterprise']
  const enterprise = useQuery({ ...enterpriseRead(), enabled: hasCompany })
  const profile = useQuery({ ...profileRead(), enabled: hasProfile })
  const company = displayName({ account, enterprise: enterprise.data ?? state.enterprise, profile: profile.data ?? state.profile })
  const naming = company === '' && (enterprise.isLoading || profile.isLoading)
  const carriesLink = search['uuid'] !== undefined || search['token'] !== undefined
  useEffect(() => {
    if (carriesLink) go(paths.settingsSections(), { replace: true })
  }, [carriesLink])
  const [link] = useState(() => keptLink())
  const name = `${account.firstName} ${account.lastName}`.trim()
  return (
    <section aria-labelledby="settings-title" className="grid max-w-[640px] gap-9 lg:max-w-[1060px]">
      <h1 id="settings-title" className="font-display text-title-lg font-title tracking-tight">
        {t('settings.title')}
      </h1>
      {link ? <ConfirmEmail link={link} /> : <PendingEmail />}
      <NoShop />
      <div className="grid items-start gap-x-12 gap-y-9 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-9">
          <DefinitionList
            items={[
              ...(name === '' ? [] : [{ key: 'name', term: t('shell.heading.name'), value: name }]),
              { key: 'email', term: t('shell.heading.email'), value: account.email },
              { key: 'role', term: t('settings.role'), value: t(`shell.role.${roleName}`) },
              ...(company === '' && !naming
                ? []
                : [{ key: 'company', term: t('settings.company'), value: company || <SkeletonLine width={180} end /> }]),
              { key: 'type', term: t('settings.accountType'), value: t(`settings.accountType.${account.type}`) },
            ]}
          />
          <nav aria-label={t('settings.sections')} className="border-t border-line">
            <SectionLink
              href={paths.security()}
              icon={<ShieldCheck aria-hidden />}
              title={t('settings.security')}
              about={t('settings.security.about')}
            />
            {may('teamList') && (
              <SectionLink href={paths.usersPermissions()} icon={<Users aria-hidden />} title={t('team.title')} about={t('team.about')} />
            )}
            {may('tillList') && (
              <SectionLink href={paths.tills()} icon={<Store aria-hidden />} title={t('tills.title')} about={t('tills.about')} />
            )}
            {onlineShop && (
              <SectionLink
                href={onlineShop.href}
                icon={<Globe aria-hidden />}
                title={t('shell.route.preferences')}
                about={t(may('keyList') ? 'settings.onlineShop.about' : 'settings.onlineShop.aboutWithoutKeys')}
              />
            )}
            {may('activityList') && (
              <SectionLink href={paths.activity()} icon={<History aria-hidden />} title={t('activity.title')} about={t('activity.about')} />
            )}
            {may('noticeSettingsView') && (
              <SectionLink
                href={paths.notificationSettings()}
                icon={<BellRing aria-hidden />}
                title={t('shell.bell.title')}
                about={t('settings.notifications.about')}
              />
            )}
            <SectionLink
              href={paths.changePassword()}
              icon={<KeyRound aria-hidden />}
              title={t('settings.changePassword')}
              about={t('settings.changePassword.about')}
            />
            <SectionLink
              href={paths.help()}
              icon={<CircleQuestionMark aria-hidden />}
              title={t('shell.route.help')}
              about={t('settings.help.about')}
            />
            <button type="button" className={sectionLine} onClick={() => void signOut()}>
              <LogOut aria-hidden className="text-ink-3" />
              <span className="mr-auto">
                <span className="block font-medium">{t('shell.user.signOut')}</span>
                <span className="block text-sm text-ink-3">{t('settings.signOut.about')}</span>
              </span>
            </button>
          </nav>
          {role === 'owner' && <CompanySections />}
        </div>
        <div className="grid items-start gap-9 max-lg:md:grid-cols-2">
          <StartChoice />
          <LanguageChoice />
          <ThemeChoice />
          <OwnLimits />
          <AnalyticsChoice />
        </div>
      </div>
      <p className="text-sm">
        <a className={`${linkClass} inline-flex min-h-6 items-center max-md:min-h-11`} href={paths.accessibility()}>
          {t('accessibility.link')}
        </a>
      </p>
    </section>
  )
}

export const SectionsPage: Screen = { component: Sections, loader }
