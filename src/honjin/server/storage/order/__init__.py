"""What keeps order in the house: roles, who hides whom, reports, suspensions, the audit log."""
