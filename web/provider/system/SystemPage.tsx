import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import { formatDate } from '#domain/platform/dates'
import { systemView } from '#contract/provider/system'
import { t } from '../../platform/i18n/t.ts'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { DeadMessages } from './DeadMessages.tsx'
import { MaintenanceSection } from './MaintenanceSection.tsx'
import { QueuesTable } from './QueuesTable.tsx'

/** How the installation does: maintenance, what was given up, what waits, versions. */
export function SystemPage() {
  const read = useQuery(consoleQuery(systemView))
  return (
    <ConsolePage title={t('console.section.system')}>
      <SectionTabs section="system" />
      <ReadState read={read}>{(system) => <Sections system={system} />}</ReadState>
    </ConsolePage>
  )
}

function Sections({ system }: { system: AnswerOf<typeof systemView> }) {
  const { versions, viruses, certificate, maintenance, queues, deadMessages, deadCount } = system
  return (
    <div className="grid gap-9">
      <MaintenanceSection maintenance={maintenance} />
      <DeadMessages messages={deadMessages} count={deadCount} />
      <QueuesTable queues={queues} />
      <FormSection title={t('system.versions')}>
        <div className="max-w-[420px]">
          <DefinitionList
            items={[
              { term: t('system.versions.product'), value: versions.product },
              { term: 'Node.js', value: versions.node },
              { term: t('system.versions.database'), value: `PostgreSQL ${versions.database}` },
              { term: t('system.viruses'), value: virusText(viruses) },
              { term: t('system.certificate'), value: certificateText(certificate) },
            ]}
          />
        </div>
      </FormSection>
    </div>
  )
}

const certificateText = (certificate: AnswerOf<typeof systemView>['certificate']): string =>
  certificate === null
    ? t('system.certificate.none')
    : t('system.certificate.until', { name: certificate.name, date: formatDate(new Date(certificate.validUntil)) })

const virusText = (viruses: AnswerOf<typeof systemView>['viruses']): string =>
  viruses === null ? t('system.viruses.off') : (viruses.version ?? t('system.viruses.silent'))
