import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import Building2 from 'lucide-react/icons/building-2'
import ChartPie from 'lucide-react/icons/chart-pie'
import FileCheck from 'lucide-react/icons/file-check'
import FileSearch from 'lucide-react/icons/file-search'
import Landmark from 'lucide-react/icons/landmark'
import Store from 'lucide-react/icons/store'
import UserRound from 'lucide-react/icons/user-round'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { isShopWaiting, mayAddShop } from '../../platform/session/mayAddShop.ts'
import { useSession } from '../../platform/session/session.ts'
import { SectionLink, SectionNote } from './SectionLink.tsx'

/** Data of the account’s owner and company; for owners only. */
export function CompanySections() {
  const session = useSession()
  const { account, merchant, may } = session
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
        {merchant?.status === 'active' && may('merchantIbanList') && (
          <SectionLink
            href={paths.invoicesIban(merchant.id)}
            icon={<Landmark aria-hidden />}
            title={t('bankAccounts.title')}
            about={t('settings.company.bankAccount.about')}
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
