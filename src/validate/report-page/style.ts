/** The report's look: light and dark by the reader's setting, readable in print. */
export const STYLE = `
:root{--ink:#1d2329;--soft:#5d6873;--line:#dde2e7;--back:#fff;--card:#f7f8fa;--unique:#3f8f5b;--suspect:#d69a2d;--ambiguous:#c22f5c;--too-hard:#6d8fb8;--insufficient:#98a1aa}
@media (prefers-color-scheme:dark){:root{--ink:#e4e8ec;--soft:#98a3ae;--line:#343c45;--back:#16191d;--card:#1e2328}figure svg{background:#fff;border-radius:6px;color:#1d2329}}
*{box-sizing:border-box}body{margin:0 auto;max-width:1180px;padding:28px 24px 80px;font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--back)}
h1{font-size:26px;margin:0}h1 small,summary small{color:var(--soft);font-weight:400;font-size:.6em}summary small{font-size:.85em}h2{margin:36px 0 12px;font-size:20px}h3{margin:0 0 4px;font-size:15px}
header p{color:var(--soft);margin:4px 0 20px}a{color:inherit}code,.mono{font:12.5px/1.5 ui-monospace,monospace}
.facts dl{display:flex;flex-wrap:wrap;gap:10px 32px;margin:0}.facts dt{color:var(--soft);font-size:13px}.facts dd{margin:0;font-size:17px}
.charts{display:flex;flex-wrap:wrap;gap:24px}figure{margin:20px 0 0;max-width:100%}figure:last-child{flex:0 1 430px}figcaption{color:var(--soft);font-size:13px;margin-bottom:4px;max-width:620px;min-height:44px}.note,.legend{color:var(--soft);font-size:13.5px;max-width:900px}.legend span{margin-right:14px;white-space:nowrap}.legend i{display:inline-block;width:12px;height:10px;margin-right:5px}svg{max-width:100%;height:auto}
.tag{display:inline-block;padding:1px 8px;border-radius:9px;color:#fff;font-size:12.5px;white-space:nowrap;background:var(--insufficient)}
.tag.unique{background:var(--unique)}.tag.suspect{background:var(--suspect)}.tag.ambiguous{background:var(--ambiguous)}.tag.too-hard{background:var(--too-hard)}
table{border-collapse:collapse;width:100%;margin:8px 0}th{text-align:left;white-space:nowrap;font-weight:600;color:var(--soft);font-size:13px}td,th{padding:4px 10px 4px 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}table.mono{table-layout:fixed}table.mono th:first-child{width:24%}table.tasks th,table.tasks td:first-child{overflow-wrap:normal}td.num{white-space:nowrap;font-variant-numeric:tabular-nums}
.tasks td:nth-child(3){white-space:nowrap}.bar{display:inline-flex;width:120px;height:10px;gap:1px;margin-right:8px;vertical-align:middle}.bar i{min-width:2px}
details.task{border:1px solid var(--line);border-radius:8px;margin:12px 0;padding:8px 14px}details.task>summary{font-weight:600;cursor:pointer}summary{cursor:pointer}
article{border-left:4px solid;background:var(--card);padding:8px 14px;margin:10px 0;border-radius:0 6px 6px 0}article p{margin:4px 0}.candidate{border:1px dashed var(--ambiguous);padding:6px 10px;border-radius:6px}
.findings{margin:4px 0;padding-left:20px}.stale{border:2px solid var(--suspect);border-radius:8px;padding:8px 14px;margin-bottom:16px}
.turns{list-style:none;padding:0;font-size:13.5px}.turns li{padding:3px 8px;margin:2px 0;border-radius:5px;white-space:pre-wrap;overflow-wrap:anywhere}.turns b{color:var(--soft);font-weight:600;margin-right:6px}
.turns .user{background:rgba(61,124,200,.10)}.turns .agent{background:rgba(63,143,91,.10)}.turns .tool,.turns .call{font:12px/1.45 ui-monospace,monospace}.turns .changed{border-left:3px solid var(--unique)}.turns .failed{border-left:3px solid var(--ambiguous)}
`;
