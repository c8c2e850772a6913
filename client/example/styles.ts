/** One stylesheet for all pages: system fonts, light and dark, down to the narrowest phone. */
export const styles = `:root{color-scheme:light dark;--ink:#21201c;--quiet:#5d5a52;--paper:#fbf9f4;--card:#fff;--line:#ddd6c8;--green:#1f4b3f;--on-green:#fff;--red:#9b2c1f}
@media (prefers-color-scheme:dark){:root{--ink:#f0ece3;--quiet:#b3ad9f;--paper:#1a1916;--card:#24221e;--line:#45413a;--green:#8fc7b1;--on-green:#14211c;--red:#f0a093}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}a{color:inherit}
header,main,footer{margin:0 auto;max-width:58rem;padding:0 1.25rem}header{align-items:baseline;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;justify-content:space-between;padding-block:1.5rem}
.name{font-size:1.25rem;font-weight:700;letter-spacing:-.01em;text-decoration:none}nav{display:flex;gap:1.25rem}nav a{padding-block:.5rem}footer{color:var(--quiet);font-size:.875rem;padding-block:3rem 2rem}
h1{font-size:clamp(1.75rem,5vw,2.5rem);letter-spacing:-.02em;line-height:1.15;margin:1rem 0 .5rem}h2{font-size:1.25rem;margin:2rem 0 .75rem}p{margin:.25rem 0 1rem;max-width:60ch}.quiet{color:var(--quiet)}
.goods{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));list-style:none;margin:1.5rem 0;padding:0}
.card{background:var(--card);border:1px solid var(--line);border-radius:1rem;overflow:hidden}.card>div{padding:1rem 1.25rem 1.25rem}.card h2{margin:0}.picture{display:block;height:9rem;width:100%}
.price{font-size:1.25rem;font-variant-numeric:tabular-nums;font-weight:650}table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid var(--line);padding:.75rem .75rem .75rem 0;text-align:left;vertical-align:top}
td.sum,th.sum{font-variant-numeric:tabular-nums;padding-right:0;text-align:right;white-space:nowrap}tfoot td,tfoot th{border:0;font-size:1.125rem;font-weight:650}.scroll{overflow-x:auto}
label{display:block;font-weight:600}input[type=number],input[type=text],input[type=tel]{background:var(--card);border:1px solid var(--quiet);border-radius:.5rem;color:inherit;font:inherit;min-height:2.75rem;padding:.25rem .75rem;width:7rem}input[name=nombre],input[name=movil]{width:12rem}
fieldset{border:0;margin:1.5rem 0;padding:0}legend{font-weight:600;padding:0}.choice{align-items:center;display:flex;font-weight:400;gap:.75rem;min-height:2.75rem}input[type=radio]{accent-color:var(--green);height:1.25rem;margin:0;width:1.25rem}
button,.button{background:var(--green);border:1px solid var(--green);border-radius:.625rem;color:var(--on-green);cursor:pointer;display:inline-block;font:inherit;font-weight:600;min-height:3rem;padding:.6rem 1.5rem;text-decoration:none}
button.plain{background:none;color:inherit}:focus-visible{outline:3px solid var(--green);outline-offset:2px}.row{align-items:end;display:flex;flex-wrap:wrap;gap:1rem;margin:1rem 0}.trouble{border-left:4px solid var(--red);color:var(--red);padding:.25rem 0 .25rem 1rem}
dl{display:grid;gap:.25rem 1.5rem;grid-template-columns:max-content 1fr;margin:1rem 0}dt{color:var(--quiet)}dd{font-variant-numeric:tabular-nums;margin:0;overflow-wrap:anywhere}.told{list-style:none;padding:0}.told li{border-bottom:1px solid var(--line);padding:.5rem 0}`

/** The Content-Security-Policy: no script; forms post to the shop and redirect to the provider. */
export const policyOf = (provider: string): string =>
  `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${new URL(provider).origin}; base-uri 'none'; frame-ancestors 'none'`
