import { useQuery } from '@tanstack/react-query'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BellRing from 'lucide-react/icons/bell-ring'
import Building2 from 'lucide-react/icons/building-2'
import ChartPie from 'lucide-react/icons/chart-pie'
import ChevronRight from 'lucide-react/icons/chevron-right'
import FileCheck from 'lucide-react/icons/file-check'
import FileSearch from 'lucide-react/icons/file-search'
import History from 'lucide-react/icons/history'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Store from 'lucide-react/icons/store'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { type ReactNode, useEffect, useState } from 'react'
import { enterpriseRead, profileRead } from '../../merchants/company/companyReads.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { displayName } from '../../platform/session/displayName.ts'
import { setTheme, type Theme, theme } from '../../platform/state/theme.ts'
import { go } from '../../platform/routes/go.ts'
import { chargeHref } from '../../platform/navigation/menuOf.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { clientState, currentSession, useSession } from '../../platform/session/session.ts'
import { setStartPage, startPage, startPages } from '../../platform/routes/startPage.ts'
import { signOut } from '../../platform/session/signOut.ts'
import { useStore } from '../../platform/state/store.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { SkeletonLine } from '../../platform/ui/tables/SkeletonLine.tsx'
import { AnalyticsChoice } from './AnalyticsChoice.tsx'
import { ConfirmEmail } from './ConfirmEmail.tsx'
import { keptLink } from './keptLink.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { NoShop } from './NoShop.tsx'
import { OwnLimits } from './OwnLimits.tsx'
import { PendingEmail } from './PendingEmail.tsx'

const themes: readonly Theme[] = ['system', 'light', 'dark']
const line = 'flex w-full items-center gap-3 border-b border-line py-4 text-left hover:bg-hover max-md:min-h-14'

/** The theme on this device. */
function ThemeChoice() {
  const chosen = useStore(theme)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-title-sm font-strong">{t('settings.theme')}</legend>
      {themes.map((name) => (
        <label key={name} className="flex min-h-8 items-center gap-2.5 max-md:min-h-11">
          <input type="radio" name="theme" checked={chosen === name} onChange={() => setTheme(name)} className="size-4" />
          {t(`shell.theme.${name}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** The start page on this device; only for members who may sell. */
function StartChoice() {
  const chosen = useStore(startPage)
  if (chargeHref(useSession()) === null) return null
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-title-sm font-strong">{t('settings.start')}</legend>
      {startPages.map((name) => (
        <label key={name} className="flex min-h-8 items-center gap-2.5 max-md:min-h-11">
          <input type="radio" name="start" checked={chosen === name} onChange={() => setStartPage(name)} className="size-4" />
          {t(`settings.start.${name}`)}
        </label>
      ))}
      <p className="text-sm text-ink-3">{t('settings.start.about')}</p>
    </fieldset>
  )
}

/** A link to a page of the settings, with its description. */
function SectionLink({ href, icon, title, about }: { href: string; icon: ReactNode; title: string; about: string }) {
  return (
    <Anchor href={href} className={line}>
      <span className="flex text-ink-3">{icon}</span>
      <span className="mr-auto min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-ink-3">{about}</span>
      </span>
      <ChevronRight aria-hidden className="text-ink-3" />
    </Anchor>
  )
}

/** Data of the account’s owner and company; for owners only. */
function CompanySections() {
  const { account, may } = useSession()
  return (
    <nav aria-labelledby="company-sections">
      <h2 id="company-sections" className="mb-3 text-title-sm font-strong">
        {t('settings.company.section')}
      </h2>
      <div className="border-t border-line">
        <SectionLink
          href={paths.companyProfile()}
          icon={<UserRound aria-hidden />}
          title={t('settings.company.profile')}
          about={t('settings.company.profile.about')}
        />
        {account.type === 'enterprise' && (
          <>
            <SectionLink
              href={paths.companyEnterprise()}
              icon={<Building2 aria-hidden />}
              title={t('settings.company.enterprise')}
              about={t('settings.company.enterprise.about')}
            />
            <SectionLink
              href={paths.companyOwnership()}
              icon={<ChartPie aria-hidden />}
              title={t('settings.company.ownership')}
              about={t('settings.company.ownership.about')}
            />
          </>
        )}
        <SectionLink
          href={paths.companyPapers()}
          icon={<FileCheck aria-hidden />}
          title={t('settings.company.papers')}
          about={t('settings.company.papers.about')}
        />
        {may('merchantCreate') && (
          <SectionLink
            href={paths.addShop()}
            icon={<Store aria-hidden />}
            title={t('onboarding.addShop')}
            about={t('onboarding.addShop.about')}
          />
        )}
        {may('companyDossier') && (
          <SectionLink
            href={paths.companyDossier()}
            icon={<FileSearch aria-hidden />}
            title={t('dossier.title')}
            about={t('dossier.about')}
          />
        )}
        {may('handoverView') && (
          <SectionLink
            href={paths.handover()}
            icon={<ArrowLeftRight aria-hidden />}
            title={t('team.handover.title')}
            about={t('team.handover.about')}
          />
        )}
      </div>
    </nav>
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
  const { account, role, may } = useSession()
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
    <section aria-labelledby="settings-title" className="grid max-w-[640px] gap-9">
      <h1 id="settings-title" className="font-display text-title-lg font-title tracking-tight">
        {t('settings.title')}
      </h1>
      {link ? <ConfirmEmail link={link} /> : <PendingEmail />}
      <NoShop />
      <DefinitionList
        items={[
          ...(name === '' ? [] : [{ key: 'name', term: t('shell.heading.name'), value: name }]),
          { key: 'email', term: t('shell.heading.email'), value: account.email },
          { key: 'role', term: t('settings.role'), value: t(`shell.role.${role}`) },
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
        <button type="button" className={line} onClick={() => void signOut()}>
          <LogOut aria-hidden className="text-ink-3" />
          <span className="mr-auto">
            <span className="block font-medium">{t('shell.user.signOut')}</span>
            <span className="block text-sm text-ink-3">{t('settings.signOut.about')}</span>
          </span>
        </button>
      </nav>
      {role === 'owner' && <CompanySections />}
      <div className="grid items-start gap-9 md:grid-cols-2">
        <StartChoice />
        <LanguageChoice />
        <ThemeChoice />
        <OwnLimits />
        <AnalyticsChoice />
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
