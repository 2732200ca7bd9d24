-- Initial data of every installation: development defaults, unconfirmed until an administrator confirms them.

INSERT INTO commission_plans (id, name, percent, is_default)
VALUES ('01900000-0000-7000-8000-000000000001', 'Standard', 10.00, true);

INSERT INTO shipping_methods (id, code, name_en, name_ar, price, min_days, max_days, due_within_hours)
VALUES ('01900000-0000-7000-8000-000000000011', 'STANDARD', 'Standard', 'توصيل عادي', 25.00, 2, 4, 6),
       ('01900000-0000-7000-8000-000000000012', 'EXPRESS', 'Express', 'توصيل سريع', 50.00, 1, 1, 3);
