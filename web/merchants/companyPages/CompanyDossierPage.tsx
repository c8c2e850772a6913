import { joinTexts } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import { companyDossier } from '#contract/merchants/dossier'
import type { AnswerOf } from '#contract/platform/endpoint'
import { madridDay } from '#domain/platform/dates'
import { query } from '../../platform/api/query.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { saveFile } from '../../platform/lists/saveFile.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { CompanyArticle } from './CompanyArticle.tsx'
import { CompanyRead } from './CompanyRead.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'

type Dossier = AnswerOf<typeof companyDossier>

const dossierRead = () => query(companyDossier, { mode: 'live' })

/** "Qué sabe el proveedor de mi empresa": every stored value and document, and who opened it, on one page and as one file. */
function CompanyDossier() {
  const read = useQuery(dossierRead())
  return (
    <CompanyArticle title={t('dossier.title')} lead={t('dossier.lead')}>
      <CompanyRead read={read}>{(dossier) => <Everything dossier={dossier} />}</CompanyRead>
    </CompanyArticle>
  )
}

function download(dossier: Dossier): void {
  const name = t('dossier.file', { day: madridDay(new Date(dossier.madeAt)) })
  saveFile(new Blob([JSON.stringify(dossier, null, 2)], { type: 'application/json' }), name)
  showToast(t('exports.done', { name }), { key: 'dossier' })
}

function Everything({ dossier }: { dossier: Dossier }) {
  const { sections, documents, readers } = dossier
  return (
    <>
      <p>
        <Button onClick={() => download(dossier)}>{t('dossier.download')}</Button>
      </p>
      <div className="grid gap-8 max-md:gap-0">
        <FormSection title={t('dossier.readers')} fold={String(readers.length)}>
          <ul className="grid gap-1 text-md">
            {readers.map((reader) => (
              <li key={reader}>{reader}</li>
            ))}
          </ul>
        </FormSection>
        {sections.length === 0 && <p className="text-md text-ink-2">{t('dossier.none')}</p>}
        {sections.map(({ title, facts }, index) => (
          <FormSection key={`${index} ${title}`} title={title} fold={facts[0]?.value ?? ''}>
            <Facts facts={facts} />
          </FormSection>
        ))}
        <FormSection title={t('dossier.documents')} fold={String(documents.length)}>
          {documents.length === 0 && <p className="text-md text-ink-2">{t('dossier.noDocuments')}</p>}
          {documents.map((document, index) => (
            <StoredDocument key={index} document={document} />
          ))}
        </FormSection>
      </div>
    </>
  )
}

const Facts = ({ facts }: { facts: Dossier['sections'][number]['facts'] }) => (
  <DefinitionList items={facts.map(({ name, value }, index) => ({ key: `${index}`, term: name, value }))} />
)

function StoredDocument({ document: { title, facts, seen } }: { document: Dossier['documents'][number] }) {
  return (
    <section aria-label={title} className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-strong">{title}</h3>
      <Facts facts={facts} />
      <p className="text-md">
        {seen.length === 0
          ? t('dossier.unseen')
          : `${t('dossier.seen')}: ${joinTexts(seen.map(({ who, at }) => t('dossier.seenBy', { who, when: dateTime(at) })))}`}
      </p>
    </section>
  )
}

const loader = ({ queryClient }: LoaderContext): void => void queryClient.prefetchQuery(dossierRead())

export const CompanyDossierPage: Screen = { component: CompanyDossier, loader }
