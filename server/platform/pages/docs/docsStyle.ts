import { paletteColour } from '../brandStyle.ts'

/** The style of the documentation pages, in the panel's colours and those of the brand; with system fonts only, as all pages that the server writes. */
export const docsStyle = (colours: Record<string, string>): string => {
  const of = (name: Parameters<typeof paletteColour>[0]) => paletteColour(name, colours)
  return `:root{color-scheme:light dark;--canvas:light-dark(${of('gray-100')},#15120f);--sheet:light-dark(${of('white')},#1d1916);--ink:light-dark(${of('gray-900')},${of('gray-200')});
--ink-2:light-dark(${of('gray-700')},#c4beb7);--ink-3:light-dark(${of('gray-600')},#a49d95);--line:light-dark(#e4dfd8,#35302b);--accent:light-dark(${of('blue-600')},#9db8ff);--soft:light-dark(${of('blue-100')},#232b45);
--green:light-dark(${of('green-700')},#6fd3c2);--red:light-dark(${of('red-700')},#ffab9f);font:100%/1.5 system-ui,sans-serif}
*{box-sizing:border-box}html{scroll-padding-top:5rem}body{margin:0;background:var(--canvas);color:var(--ink);overflow-wrap:anywhere}a{color:var(--accent)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--sheet);padding:.5rem 1rem;z-index:3}
.top{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:center;padding:.75rem 1.5rem;background:var(--sheet);border-bottom:1px solid var(--line)}.paper{background:light-dark(transparent,#fff);border-radius:.25rem}.top picture{display:flex}.top strong{font-size:1.0625rem;margin-right:auto}
.top :is(nav,.ways){display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:.875rem}.top .ways{column-gap:1.5rem}.top [aria-current]{font-weight:640;color:var(--ink);text-decoration:none}
.frame{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:100rem;margin:0 auto}
.contents{position:sticky;top:3.5rem;align-self:start;max-height:calc(100vh - 3.5rem);overflow-y:auto;padding:1.25rem 1rem 2rem 1.5rem;border-right:1px solid var(--line);font-size:.875rem}
.contents h2{font-size:.8125rem;color:var(--ink-3);margin:1.25rem 0 .25rem;font-weight:540}.contents ul{list-style:none;margin:0;padding:0}.contents li a{display:block;padding:.25rem .5rem;border-radius:.5rem;color:var(--ink-2);text-decoration:none}
.contents li a:hover{background:var(--soft);color:var(--ink)}form{display:flex;flex-wrap:wrap;gap:.5rem}input[type=search]{flex:1 1 8rem;min-width:0;font:inherit;min-height:2.5rem;padding:0 .75rem;border:1px solid var(--ink-3);border-radius:.6rem;background:var(--sheet);color:inherit}
button{font:inherit;font-weight:540;min-height:2.5rem;padding:0 .9rem;border:1px solid var(--line);border-radius:.6rem;background:var(--sheet);color:inherit;cursor:pointer}
main{min-width:0;padding:1.75rem 2rem 6rem}h1{font-size:1.75rem;line-height:1.15;letter-spacing:-.02em;margin:0 0 .75rem}main>h2{font-size:1.375rem;margin:3rem 0 1rem}h3{font-size:1.125rem;margin:0 0 .5rem}h4{font-size:.8125rem;color:var(--ink-3);margin:1rem 0 .25rem;font-weight:540}
main p{max-width:70ch}section{background:var(--sheet);border:1px solid var(--line);border-radius:1.25rem;padding:1.25rem 1.5rem;margin:0 0 1rem;min-width:0}
.call{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1rem 2rem}.told,.shown{min-width:0}.address{margin:.25rem 0}.facts{font-size:.875rem;color:var(--ink-2);margin:.25rem 0 .75rem}
code,pre{font:.8125rem/1.5 ui-monospace,'SF Mono',Menlo,Consolas,monospace}pre{margin:.5rem 0;padding:.9rem 1rem;border:1px solid var(--line);border-radius:.9rem;background:var(--canvas);overflow:auto;max-height:26rem;white-space:pre-wrap}
.method{display:inline-block;font:600 .75rem/1.6 ui-monospace,monospace;padding:0 .4rem;border-radius:.35rem;border:1px solid currentColor;color:var(--ink-3)}.get{color:var(--accent)}.post,.put,.patch{color:var(--green)}.delete{color:var(--red)}
details{margin:.5rem 0;border-top:1px solid var(--line);padding-top:.5rem}summary{cursor:pointer;font-size:.875rem;font-weight:540;min-height:1.5rem}.fields{margin:.5rem 0 0}.fields div{padding:.4rem 0;border-bottom:1px solid var(--line)}.fields div:last-child{border:0}
dd{margin:0;font-size:.875rem;color:var(--ink-2)}.type{font-size:.75rem;color:var(--ink-3)}.must{font-size:.75rem;color:var(--red)}
.samples{border:0;margin:0;padding:0;min-width:0}.samples legend{padding:0;font-size:.8125rem;color:var(--ink-3);font-weight:540}.samples input{position:absolute;opacity:0}.samples label{display:inline-block;padding:.25rem .6rem;margin:.25rem .25rem 0 0;border-radius:.5rem;font-size:.8125rem;cursor:pointer;color:var(--ink-2)}
.samples input:checked+label{background:var(--soft);color:var(--ink);font-weight:540}.samples input:focus-visible+label{outline:2px solid var(--accent)}.samples pre{display:none}
${[1, 2, 3, 4, 5].map((nth) => `.samples input:nth-of-type(${nth}):checked~pre:nth-of-type(${nth})`).join(',')}{display:block}
@media(max-width:75rem){.call{grid-template-columns:minmax(0,1fr)}}@media(max-width:60rem){.frame{grid-template-columns:minmax(0,1fr)}.contents{position:static;max-height:20rem;border:0;border-bottom:1px solid var(--line);padding:1rem}main{padding:1rem}.top{position:static;padding:.5rem 1rem 0}.top :is(nav,.ways){flex-wrap:nowrap;white-space:nowrap}.ways{flex:0 0 100%;min-width:0;overflow-x:auto}.top nav a{display:flex;align-items:center;min-height:2.75rem}
.contents li a,summary,.samples label{min-height:2.75rem;padding-top:.6rem}section{padding:1rem}}
@media(max-width:18rem){main,section{padding:.5rem;hyphens:auto}code,pre{hyphens:manual}}@media print{.contents,.top nav,form{display:none}.frame,.call{display:block}}`
}
