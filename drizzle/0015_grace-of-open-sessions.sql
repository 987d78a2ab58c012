-- Sessions record when they begin whether a second factor was required; those that are open already get it here.
update staff_sessions s set factor_grace = true
from admin_users a
where a.user_id = s.user_id
  and case coalesce((select value #>> '{}' from settings where key = 'factorRequiredFor'), 'nobody')
    when 'everybody' then false
    when 'superadmins' then a.role <> 'superadmin'
    else true
  end;
