import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import Building2 from 'lucide-react/icons/building-2'
import ChartPie from 'lucide-react/icons/chart-pie'
import FileCheck from 'lucide-react/icons/file-check'
import FileSearch from 'lucide-react/icons/file-search'
import UserRound from 'lucide-react/icons/user-round'
import { SectionLink } from '../../access/settings/SectionLink.tsx'
import { companyAbout } from '../company/companyAbout.ts'
import { SettingsHead } from '../../platform/frame/SettingsHead.tsx'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { useSession } from '../../platform/session/session.ts'

/** The pages about the account’s owner and company. */
function Company() {
  const { account, may } = useSession()
  return (
    <section aria-labelledby="company-title" className="grid max-w-[640px] gap-7 max-md:gap-5">
      <SettingsHead id="company-title" title={t('shell.route.company')} lead={t(companyAbout(account.type))} />
      <nav aria-labelledby="company-title" className="border-t border-line">
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
      </nav>
    </section>
  )
}

export const CompanyPage: Screen = { component: Company }
