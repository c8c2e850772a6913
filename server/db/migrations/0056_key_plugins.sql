-- Which plugin of which version called last with a key, as `prestashop 8.3.1` or `prestashop`; null: none that is known.
alter table api_keys add column last_used_plugin text;
